// Serves the bundles of the office: the page of each under every path, and its files. They are for work online, so nothing of them is kept
// on a device.
import {
  loadOffice,
  type OfficeBundle,
  officeAddresses,
  officeSecurityPolicy,
  renderOffice,
} from '@walkaround/web/pages.ts'
import type { FastifyInstance } from 'fastify'
import { serveBundle } from './built-bundle.ts'

const bundles = Object.entries(officeAddresses) as [OfficeBundle, string][]

export function officeRoutes(app: FastifyInstance): void {
  for (const [name, address] of bundles)
    serveBundle(app, {
      name,
      address,
      filePath: /^assets\//,
      load: () => loadOffice(name),
      render: (files, path, language) => renderOffice(name, files, path, language),
      securityPolicy: officeSecurityPolicy,
      permissions: 'camera=(), microphone=(), geolocation=()',
    })
}
