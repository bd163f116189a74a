// What the server uses of this workspace: pure functions from a model to a page, and the files the pages need. Does no I/O after
// start and reads no request: the server passes in what a page must know.
export { type Asset, assets } from './assets.ts'
export type { BuiltFile, BuiltFiles } from './built-files.ts'
export { createGuides, type GuidesModel } from './docs/pages.ts'
export { type LandingModel, renderLanding } from './landing.ts'
export { pickLanguage } from './language.ts'
export { contentSecurityPolicy, referenceSecurityPolicy } from './layout.ts'
export { renderNotBuilt } from './not-built.ts'
export { type NotFoundModel, renderNotFound } from './not-found.ts'
export {
  loadOffice,
  type OfficeBundle,
  officeAddresses,
  officeSecurityPolicy,
  renderOffice,
} from './office-files.ts'
export { type ReferenceModel, renderReference } from './reference/page.ts'
export { renderSimulator, type SimulatorModel } from './simulator.ts'
export { renderTrust, type TrustModel } from './trust.ts'
export {
  loadWorkshop,
  renderWorkshop,
  workshopSecurityPolicy,
} from './workshop-files.ts'
