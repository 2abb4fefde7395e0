// Firefox over WebDriver BiDi: plays for one seat or both whatever the page offers, and tells what it saw. It knows no rules.
import puppeteer from "puppeteer-core";

const { binary, address, cookies, most } = JSON.parse(process.argv[2]);
const browser = await puppeteer.launch({ browser: "firefox", executablePath: binary, headless: true, args: ["--width=1440", "--height=900"] });
const complaints = [], pages = [];

const shows = (page) => page.$eval("#number", (node) => Number(node.dataset.number));
const until = async (what, test) => {
  for (const end = Date.now() + 20000; Date.now() < end; await new Promise((done) => setTimeout(done, 20))) if (await test()) return;
  throw new Error(`waited for ${what} in vain`);
};

// One press of the first thing that is asked: the suggested deployment, the orders as drawn, an attack if there is one.
// Pressed from within: the window behind draws nothing, and a pointer waits for what is drawn.
const ASKED = [
  "#decision form.cmd:has(input[value=attack]) button.pri", "#decision [id^=f-move-] button:not([type=button])",
  "#decision.ask form.cmd button.pri", "#f-roll button",
  "#decision.ask form.cmd button", "#decision form.cmd:has(input[value=off]) button", "#f-end button:not([disabled])",
];
const press = (page) => page.evaluate((asked) => {
  document.querySelector("#decision.ask [data-suggest]")?.click();
  const button = asked.map((selector) => document.querySelector(selector)).find(Boolean);
  if (!button) return null;
  const did = button.closest("form").elements.do.value;
  button.click();
  document.querySelector(".surely [data-yes]")?.click();
  return did;
}, ASKED);

try {
  for (const seat of cookies) {
    const context = await browser.createBrowserContext(), page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.setViewport({ width: 1440, height: 900 });
    await context.setCookie(...seat.map(({ name, value }) => ({ name, value, domain: new URL(address).hostname, path: "/" })));
    await page.goto(address);
    pages.push(page);
  }
  const done = {};
  for (let presses = 0; presses < most; presses += 1) {
    if (await pages[0].$("#end h2")) break;
    let did = null;
    for (const page of pages) {
      const before = await shows(page);
      did = await press(page);
      if (!did) continue;
      done[did] = (done[did] || 0) + 1;
      for (const each of pages) await until(`number ${before + 1}`, async () => await shows(each) > before);
      break;
    }
    if (!did) throw new Error("nobody is asked");
  }
  const end = await pages[0].$eval("#end", (node) => node.innerText).catch(() => "");
  console.log(JSON.stringify({ done, end, complaints, number: await shows(pages[0]), version: await browser.version() }));
} finally {
  await browser.close();
}
