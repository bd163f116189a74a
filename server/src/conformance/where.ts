// Where a clause stands: a decision, or a paragraph of a guide. The one place that makes addresses of paragraphs.

/** Decisions of the interface that have clauses, with their titles; the addresses of their paragraphs follow from them. */
export const decisions = {
  A1: 'PUT replaces',
  A2: 'Two things survive being left out',
  A3: 'What the service owns is ignored on input',
  A4: 'Unknown fields and closed lists',
  A5: '`id` in a body',
  A6: 'Canonical output',
  A7: 'Units',
  A8: 'Dates',
  A9: 'Amounts',
  A10: 'Limits',
  B1: 'Success codes',
  B2: 'Which error wins',
  B3: 'State is 400, access is 403',
  B4: 'Content types',
  B5: 'Headers that go with a status',
  B6: 'Every error has the same body',
  B7: 'What we add',
  C1: 'Dealerships',
  C2: 'One survey per type and order',
  C3: 'Closing taken back',
  C4: 'A survey never forgets, and never mixes people',
  C5: 'Shapes',
  C6: 'People',
  C7: 'Leads',
  C8: 'VR and CVR',
  D1: 'Templates',
  D3: 'Answers through the interface',
  D4: 'Not checked is not green',
  D5: 'Completing',
  D6: 'Photos',
  D7: 'What we add',
  E1: 'Applicability',
  E3: 'Prices',
  E4: 'PUT of prices',
  E5: 'Central packages and templates',
  E6: 'Assignment',
  E7: 'The list of quotes',
  E8: 'Automatic quotes',
  E9: 'Deleting a quote',
  F2: 'Keys and passwords',
  F3: 'Looking up a VIN',
  G1: 'What a callback says',
  G2: 'Delivery',
  G3: 'Signature',
  H1: 'HTTPS',
} as const
export type Decision = keyof typeof decisions

/** Paragraphs of guides, for what the interface says itself and no decision had to settle. */
export const paragraphs = {
  bodies: ['integrators', 'Bodies'],
  day: ['integrators', 'What a day looks like'],
  leadList: ['integrators', 'The lead list'],
  forms: ['integrators', 'Photos, videos and printed forms'],
  receiver: ['callbacks', 'What your receiver must do'],
  signedReceiver: ['callbacks', 'A receiver'],
} as const

export type Where = Decision | keyof typeof paragraphs

/** As headings of Markdown are addressed: in small letters, without punctuation, with hyphens for spaces. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const isDecision = (where: Where): where is Decision => where in decisions

/** Relative to the folder of this project; the running service shows the same page under /docs without `.md`. */
export function placeOf(where: Where): string {
  if (isDecision(where)) {
    return `docs/decisions-of-the-interface.md#${anchorOf(`${where}. ${decisions[where]}`)}`
  }
  const [page, title] = paragraphs[where]
  return `docs/${page}.md#${anchorOf(title)}`
}
