// Serves the workshop app: its page under every path of the app, its files, its service worker.
import { loadWorkshop, renderWorkshop, workshopSecurityPolicy } from '@walkaround/web/pages.ts'
import type { FastifyInstance } from 'fastify'
import { serveBundle } from './built-bundle.ts'

export function workshopRoutes(app: FastifyInstance): void {
  serveBundle(app, {
    name: 'workshop',
    address: 'workshop',
    filePath: /^(?:assets|icons)\/|^sw\.js$|^manifest\.webmanifest$/,
    load: loadWorkshop,
    render: renderWorkshop,
    securityPolicy: workshopSecurityPolicy,
    permissions: 'camera=(self), microphone=(self), geolocation=()',
  })
}
