// Which guide is for whom, in reading order. A new file of docs/ needs one line here; a test names a file without a place.

export const audiences = ['integrators', 'workshop', 'owners', 'admins', 'operators', 'builders'] as const
export type Audience = (typeof audiences)[number]

export const navigation: Readonly<Record<Audience, readonly string[]>> = {
  integrators: [
    'docs/integrators.md',
    'docs/sandbox.md',
    'docs/simulator.md',
    'docs/conformance.md',
    'docs/decisions-of-the-interface.md',
    'docs/error-catalogue.md',
    'docs/callbacks.md',
    'docs/events.md',
    'docs/vehicle-information.md',
    'docs/media.md',
    'docs/stability.md',
    'docs/interface-changes.md',
  ],
  workshop: [
    'docs/workshop.md',
    'docs/today.md',
    'docs/parts.md',
    'docs/desk.md',
    'docs/follow-up.md',
    'docs/outlines.md',
    'docs/printed-forms.md',
  ],
  owners: ['docs/owner-page.md'],
  admins: [
    'docs/admins.md',
    'docs/templates.md',
    'docs/packages.md',
    'docs/quotes.md',
    'docs/messages.md',
    'docs/figures.md',
  ],
  operators: ['docs/operators.md', 'docs/settings.md', 'docs/performance.md', 'SECURITY.md', 'CHANGELOG.md'],
  builders: [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'docs/app-interface.md',
    'docs/architecture-figures.md',
    'docs/languages.md',
  ],
}

/** Every record of this folder is a page; they need no line. */
export const recordsFolder = 'docs/decisions'
/** The overview, made from this navigation by `npm run generate`. */
export const overviewFile = 'docs/README.md'
