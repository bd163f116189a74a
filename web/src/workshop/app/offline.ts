// Whether the app can start without a network on this device, why not, and when a new version is ready.
import { appUrl } from '../places.ts'
import { createSignal } from './signal.ts'

/** `starting` until the browser has answered. */
type OfflineState = 'starting' | 'ready' | 'untrusted' | 'unsupported' | 'failed'

export const offlineState = createSignal<OfflineState>('starting')
/** The new version that waits for a tap. */
export const newVersion = createSignal<ServiceWorker | undefined>(undefined)

const lookMs = 30 * 60_000

export async function prepareOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) {
    // Browsers hide the API if the connection is not trusted.
    offlineState.set(window.isSecureContext ? 'unsupported' : 'untrusted')
    return
  }
  try {
    const registration = await navigator.serviceWorker.register(appUrl('sw.js'), { scope: appUrl('') })
    watch(registration)
    const { active } = await navigator.serviceWorker.ready
    // Starting, the worker takes over the pages that are open, but not one that is still being loaded.
    if (!navigator.serviceWorker.controller) active?.postMessage('claim')
    offlineState.set('ready')
    setInterval(() => registration.update().catch(() => {}), lookMs)
  } catch (error) {
    // An accepted certificate warning is enough for a page, but not for a service worker.
    const isSecurity =
      (error as Error).name === 'SecurityError' || /certificate|SSL/i.test((error as Error).message)
    offlineState.set(isSecurity ? 'untrusted' : 'failed')
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker | null) => {
    if (worker && navigator.serviceWorker.controller) newVersion.set(worker)
  }
  offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker)
    })
  })
}

/** The service has another version than this app: on its own the browser would check later. */
export async function lookForNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(appUrl(''))
  await registration?.update().catch(() => {})
}

/** Loads the new version. Everything done so far is on the device. */
export function loadNewVersion(): void {
  const worker = newVersion.get()
  if (!worker) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  worker.postMessage('take over')
}

/** Deletes photos that were viewed. The worker is told too, because one may still be loading. */
export async function forgetPhotos(): Promise<void> {
  if (!('caches' in window)) return
  navigator.serviceWorker?.controller?.postMessage('forget photos')
  for (const name of await caches.keys()) if (name.startsWith('walkaround-photos-')) await caches.delete(name)
}

/** Asks the browser not to delete the store when space is low. */
export async function keepStorage(): Promise<boolean> {
  if (!navigator.storage?.persist) return false
  return (await navigator.storage.persisted()) || navigator.storage.persist()
}
