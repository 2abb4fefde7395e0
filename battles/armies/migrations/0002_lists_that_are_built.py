"""Lists that players build. What was kept before were copies of starters, made without asking: they go."""

from django.db import migrations, models

import battles.armies.models


class Migration(migrations.Migration):
    dependencies = [("armies", "0001_initial")]

    operations = [
        migrations.DeleteModel(name="ArmyList"),
        migrations.CreateModel(
            name="ArmyList",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=battles.armies.models.new_key,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("owner", models.UUIDField(db_index=True)),
                ("content", models.JSONField()),
                ("version", models.PositiveIntegerField(default=0)),
                ("made", models.PositiveIntegerField(default=0)),
                ("undo_top", models.PositiveIntegerField(default=0)),
                ("redone", models.JSONField(default=list)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(auto_now=True)),
                ("deleted", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("start", "Start"), ("change", "Change"), ("undo", "Undo"), ("redo", "Redo")],
                        default="change",
                        max_length=6,
                    ),
                ),
                ("parent", models.PositiveIntegerField(default=0)),
                ("operations", models.JSONField(default=list)),
                ("content", models.JSONField()),
                ("label", models.CharField(blank=True, max_length=200)),
                ("key", models.CharField(max_length=64, null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "army",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE, related_name="revisions", to="armies.armylist"
                    ),
                ),
            ],
            options={"ordering": ("army", "number")},
        ),
        migrations.CreateModel(
            name="Fielding",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("battle", models.CharField(max_length=16)),
                ("side", models.CharField(max_length=4)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "army",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE, related_name="fieldings", to="armies.armylist"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(fields=("army", "number"), name="one_revision_a_number"),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(fields=("army", "key"), name="one_revision_a_press"),
        ),
        migrations.AddConstraint(
            model_name="fielding",
            constraint=models.UniqueConstraint(fields=("battle", "side"), name="one_fielding_a_side"),
        ),
    ]
