// Starts the app in the browser: one workshop, one root, then the service worker.
import { createRoot } from 'react-dom/client'
import { prepareOffline } from './app/offline.ts'
import { createWorkshop } from './app/workshop.ts'
import { App } from './frame/app.tsx'
import { guardTaps } from './ui/tap-guard.ts'
import './styles.css'

guardTaps()
const workshop = createWorkshop()
const place = document.getElementById('app')
if (place) createRoot(place).render(<App workshop={workshop} />)
workshop.start().catch((error: unknown) => console.error(error))
prepareOffline()
