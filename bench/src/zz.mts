import { chromium } from '@playwright/test'
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
for (const [w,h,scheme,hash] of JSON.parse(process.argv[2]!)) {
  const p = await b.newPage({viewport:{width:w,height:h}, colorScheme: scheme})
  p.on('console', m => ['error','warning'].includes(m.type()) && console.log(m.text())); p.on('pageerror', e=>console.log('ERR',e.message))
  await p.goto('http://127.0.0.1:4410'+hash); await p.locator('#reference-filter, .search-hit, dialog').first().waitFor({timeout:30000}).catch(()=>{})
  await p.waitForTimeout(2500)
  await p.screenshot({path:`/tmp/shot-${w}-${scheme}.png`})
  await p.close()
}
await b.close()
