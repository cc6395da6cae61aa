/** Small programs that Node and the page's runner must run alike. Each prints and ends in its own way. */

const CLIENT = `
import { KeywrightClient } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
const { env } = process
const stamper = new ApiKeyStamper({ apiPublicKey: env.KEYWRIGHT_API_PUBLIC_KEY!, apiPrivateKey: env.KEYWRIGHT_API_PRIVATE_KEY! })
const client = new KeywrightClient({ baseUrl: env.KEYWRIGHT_BASE_URL! }, stamper)
const organizationId = env.KEYWRIGHT_ORGANIZATION_ID!
`

export const PROGRAMS: Readonly<Record<string, string>> = {
  // Ends
  'ends after its last line': `console.log('a'); console.log('b')`,
  throws: `console.log('a'); throw new Error('no')`,
  'throws a value that is no error': `throw 'no'`,
  'exits early': `console.log('a'); process.exit(0); console.log('b')`,
  'exits with a code': `setTimeout(() => console.log('never'), 50); process.exit(3)`,
  'sets an exit code': `process.exitCode = 2; console.log('still runs')`,
  'exits in a function that catches errors': `try { process.exit(0) } catch { console.log('caught') } console.log('after')`,
  'listens to its end': `process.on('exit', (code) => console.log('exit', code)); setTimeout(() => console.log('timer'), 5)`,
  'prolongs its life before its end': `let n = 0; process.on('beforeExit', () => { if (n++ < 2) setTimeout(() => console.log('again', n), 1) })`,
  'changes its exit code at its end': `process.on('exit', () => { process.exitCode = 4 }); console.log('a')`,
  'ends in a finally block': `try { throw new Error('no') } finally { console.log('finally') }`,
  'ends with an error that has a cause': `throw new Error('outer', { cause: new TypeError('inner') })`,
  'prints the cause of an error': `try { throw new Error('outer', { cause: { code: 5 } }) } catch (error) { console.log((error as Error).cause) }`,
  'throws in a listener of an event target': `const target = new EventTarget(); target.addEventListener('x', () => { throw new Error('heard') }); target.dispatchEvent(new Event('x')); console.log('after')`,
  'throws in a listener of a signal': `const controller = new AbortController(); controller.signal.addEventListener('abort', () => { throw new Error('heard') }); controller.abort(); await null; console.log('after')`,
  'catches an error of a listener': `process.on('uncaughtException', (error) => console.log('caught', error.message)); const target = new EventTarget(); target.addEventListener('x', () => { throw new Error('heard') }); target.dispatchEvent(new Event('x')); console.log('after')`,
  // Promises
  'awaits a rejected promise at its top level': `console.log('a'); await Promise.reject(new Error('no')); console.log('b')`,
  'awaits the first of rejected promises': `await Promise.any([Promise.reject(new Error('a')), Promise.reject(new Error('b'))])`,
  'handles a rejection too late': `const lost = Promise.reject(new Error('no')); setTimeout(() => lost.catch(() => console.log('late')), 5)`,
  'rejects with a plain object': `void Promise.reject({ code: 7 }); setTimeout(() => console.log('never'), 20)`,
  'iterates over an async generator': `async function* numbers() { yield 1; await null; yield 2 } for await (const n of numbers()) console.log(n)`,
  'awaits a timer at its top level': `await new Promise((resolve) => setTimeout(resolve, 20)); console.log('later')`,
  'awaits a promise that nothing settles': `console.log('a'); await new Promise(() => undefined); console.log('b')`,
  'leaves a promise pending': `new Promise(() => undefined).then(() => console.log('never')); console.log('end')`,
  'rejects a promise without a handler': `Promise.reject(new Error('lost')); setTimeout(() => console.log('never'), 50)`,
  'handles a rejection later in the same task': `const lost = Promise.reject(new Error('no')); lost.catch(() => console.log('handled'))`,
  'rejects in an async function that is not awaited': `async function work() { await null; throw new TypeError('inside') } void work(); console.log('end')`,
  'listens to unhandled rejections': `process.on('unhandledRejection', (reason) => console.log('seen', (reason as Error).message)); Promise.reject(new Error('no'))`,
  'orders microtasks': `queueMicrotask(() => console.log(2)); Promise.resolve().then(() => console.log(3)); console.log(1)`,
  'throws in a microtask': `queueMicrotask(() => { throw new Error('micro') }); setTimeout(() => console.log('never'), 20)`,
  // Timers
  'prints in a timer': `setTimeout(console.log, 10, 'timer', 1); console.log('first')`,
  'nests timers': `setTimeout(() => setTimeout(() => setTimeout(() => console.log('third'), 3), 2), 1)`,
  'repeats until cleared': `let n = 0; const timer = setInterval(() => { console.log(++n); if (n === 3) clearInterval(timer) }, 2)`,
  'releases a timer': `setInterval(() => console.log('never'), 10_000).unref(); console.log('end')`,
  'throws in a timer': `setTimeout(() => { throw new RangeError('timed') }, 5); setTimeout(() => console.log('never'), 60)`,
  'catches an error of a timer': `process.on('uncaughtException', (error) => console.log('caught', error.message)); setTimeout(() => { throw new Error('x') }, 1)`,
  'orders timers, immediates and ticks': `setTimeout(() => { setImmediate(() => console.log('immediate')); Promise.resolve().then(() => console.log('micro')); process.nextTick(() => console.log('tick')); setTimeout(() => console.log('timer'), 5) }, 1)`,
  'clears an immediate': `clearImmediate(setImmediate(() => console.log('never'))); setImmediate(() => console.log('immediate'))`,
  'clears a timer by its number': `clearTimeout(Number(setTimeout(() => console.log('never'), 1))); console.log('end')`,
  'starts a timer again': `const timer = setTimeout(() => console.log('once'), 5); timer.refresh()`,
  'waits for a signal that times out, which keeps nothing alive': `await new Promise((resolve) => AbortSignal.timeout(1000).addEventListener('abort', resolve)); console.log('never')`,
  'has a signal that times out before a timer': `const signal = AbortSignal.timeout(5); setTimeout(() => console.log(signal.aborted, signal.reason.name), 50)`,
  'leaves a timer that keeps nothing alive': `setTimeout(() => console.log('never'), 1000).unref(); console.log('end')`,
  // Messages and operations
  'reads a stream without awaiting': `new ReadableStream({ start(control) { control.enqueue('a'); control.close() } }).getReader().read().then(({ value }) => console.log(value))`,
  'receives messages until it closes the port': `const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => { console.log(data); if (data === 2) port1.close() }; port2.postMessage(1); port2.postMessage(2)`,
  'hashes without awaiting': `crypto.subtle.digest('SHA-256', new Uint8Array(1)).then((hash) => console.log(hash.byteLength))`,
  'reads a body without awaiting': `new Response('{"a":1}').json().then(console.log)`,
  'reads a blob without awaiting': `new Blob(['b']).text().then(console.log)`,
  'compresses without awaiting': `new Response(new Blob(['aaaa']).stream().pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip'))).text().then(console.log)`,
  // Requests
  'calls without awaiting': `${CLIENT}client.whoami({ organizationId }).then((who) => console.log(who.organizationId === organizationId))`,
  'calls twice, one after another, without awaiting': `${CLIENT}client.whoami({ organizationId }).then(() => client.whoami({ organizationId })).then(() => console.log('twice')); console.log('end')`,
  'calls in a timer': `${CLIENT}setTimeout(async () => { const { userId } = await client.whoami({ organizationId }); console.log(typeof userId) }, 5)`,
  'is rejected without a handler': `${CLIENT}void client.getWallet({ organizationId, walletId: 'none' } as never); console.log('end')`,
  'fetches without awaiting': `fetch(process.env.KEYWRIGHT_BASE_URL + '/dev').then((response) => { console.log(response.status); return response.json() }).then((body) => console.log(typeof body))`,
  'aborts a request': `const stop = new AbortController(); fetch(process.env.KEYWRIGHT_BASE_URL + '/dev', { signal: stop.signal }).catch((error) => console.log(error.name)); stop.abort()`,
  // Output
  'prints values': `console.log({ a: 'x', b: [1, 2, { c: null }], d: new Date(0), e: 10n }, [undefined, 'y'], new Map([['k', 1]]), 'plain')`,
  'prints long values': `console.log({ organizationId: '00000000-0000-4000-8000-000000000000', organizationName: 'Acme', userId: '00000000-0000-4000-8000-000000000001', tags: [] })`,
  'prints with placeholders': `console.log('%s is %d years and %j', 'Ada', 36, { a: 1 }, 'more'); console.log('100%', 5)`,
  'groups and counts': `console.group('group'); console.log('in\\nside'); console.count(); console.groupEnd(); console.count(); console.log('out')`,
  'writes parts of lines': `process.stdout.write('a'); process.stdout.write('b\\nc'); console.log('d'); process.stdout.write('e')`,
  'warns and reports': `console.warn('careful'); console.error('wrong %s', 'here'); console.assert(1 > 2, 'assertion'); console.info('info')`,
  'prints classes, symbols, functions and bytes': `class A { b = 1 } console.log(new A(), Symbol('s'), function named() {}, new Set([1]), new Uint8Array([1, 2]))`,
  'prints to a depth': `console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 }); console.log({ a: { b: { c: { d: 1 } } } })`,
  'prints a table of chosen columns': `console.table([{ a: 1, b: 2 }, { a: 3, b: 4 }], ['b']); console.table(new Map([['k', 1]])); console.table('plain')`,
  'prints tables of collections': `console.table(new Set([1, { a: 2 }])); console.table(new Map([[{ x: 1 }, [1, 2]]]), ['x']); console.table([[1, 2], [3]]); console.table(new Map()); console.table([() => 1, Symbol('s'), { a: { b: 1, c: 2, d: 3 }, e: [1, 2, 3, 4] }])`,
  'prints a table': `console.table([{ a: 1, b: 'x' }, { a: 2, c: true }])`,
}
