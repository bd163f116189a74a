// The service worker: caches the app's own files, so that it starts without a network, and small photos that were viewed. Never
// answers for /app: what a person did is in the device's database, not in a cache.

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Extendable {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly registration: { readonly scope: string }
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', call: (event: Extendable) => void): void
  addEventListener(type: 'fetch', call: (event: Fetching) => void): void
  addEventListener(type: 'message', call: (event: MessageEvent & Extendable) => void): void
}
const worker = self as unknown as WorkerScope

const filesCache = `walkaround-files-${APP_STAMP}`
const photosCache = 'walkaround-photos-1'
const keptPhotos = 400
/** Counts deletions: a photo requested before one is not cached. */
let forgotten = 0
const extras = ['manifest.webmanifest', 'icons/icon.svg', 'icons/icon-192.png']
const scope = new URL(worker.registration.scope)
const shell = new URL('shell', scope).href
const ofScope = (path: string) => new URL(path, scope).href
/** Only the squares and the smallest sizes: a few megabytes per shift. */
const smallPhoto = /\/photos\/[^/]+\/(?:small|medium)(?:-square)?$/

worker.addEventListener('install', (event) => event.waitUntil(install()))

async function install(): Promise<void> {
  const cache = await caches.open(filesCache)
  await cache.addAll([...APP_FILES, ...extras].map((path) => new Request(ofScope(path), { cache: 'reload' })))
  const page = await fetch(scope.href, { cache: 'reload', credentials: 'omit' })
  if (!page.ok) throw new Error(`the page answers ${page.status}`)
  // The page's links are relative to its address; from the cache it serves addresses of every depth.
  const text = (await page.text()).replaceAll('="./', `="${scope.pathname}`)
  await cache.put(shell, new Response(text, { headers: page.headers }))
}

worker.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('walkaround-files-') && name !== filesCache) await caches.delete(name)
  await worker.clients.claim()
}

// The page decides when: a reload while typing would lose the text.
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') worker.skipWaiting()
  if (event.data === 'claim') event.waitUntil(worker.clients.claim())
  if (event.data !== 'forget photos') return
  forgotten += 1
  event.waitUntil(caches.delete(photosCache))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  if (url.origin !== scope.origin) return
  if (request.mode === 'navigate' && url.pathname.startsWith(scope.pathname))
    event.respondWith(answerPage(request))
  else if (url.pathname.startsWith(scope.pathname)) event.respondWith(answerFile(request))
  else if (smallPhoto.test(url.pathname)) event.respondWith(answerPhoto(request))
})

async function answerPage(request: Request): Promise<Response> {
  const cache = await caches.open(filesCache)
  return (await cache.match(shell)) ?? fetch(request)
}

async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(filesCache)
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request)
}

/** A photo never changes under its id, so the cached copy is right. */
async function answerPhoto(request: Request): Promise<Response> {
  const cache = await caches.open(photosCache)
  const known = await cache.match(request, { ignoreVary: true })
  if (known) return known
  const before = forgotten
  const answer = await fetch(request)
  // It came by a redirect to a path that is valid for minutes; a copy without that redirect can be served again.
  if (answer.ok && before === forgotten) {
    const copy = answer.clone()
    await cache.put(request.url, new Response(copy.body, { headers: copy.headers }))
    const keys = await cache.keys()
    for (const old of keys.slice(0, Math.max(0, keys.length - keptPhotos))) await cache.delete(old)
  }
  return answer
}
