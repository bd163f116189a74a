// Serves the desk: its page under every path, and its files. It is a page for work online, so nothing of it is kept on a device.
import { deskSecurityPolicy, loadDesk, renderDesk } from '@walkaround/web/pages.ts'
import type { FastifyInstance } from 'fastify'
import { serveBundle } from './built-bundle.ts'

export function deskRoutes(app: FastifyInstance): void {
  serveBundle(app, {
    name: 'desk',
    filePath: /^assets\//,
    load: loadDesk,
    render: renderDesk,
    securityPolicy: deskSecurityPolicy,
    permissions: 'camera=(), microphone=(), geolocation=()',
  })
}
