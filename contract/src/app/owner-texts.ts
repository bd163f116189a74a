// The texts of the owner's page in a client's own words, for those who set it up: all of one language at once.
import { type Static, Type } from 'typebox'
import { conditionalDelete, conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { type OwnerTextName, ownerTextNames, ownerTextPages, ruleOf } from '../rules/owner-texts.ts'
import { languages } from '../rules/texts.ts'
import { choice, flag, identifier, record, text } from '../schema.ts'

const heading = 'Words'
const path = '/system-clients/{system_client_id}/owner-texts/{language}'
const params = { system_client_id: 'The system client.', language: 'The language, such as `de`.' }

/** What each says, for whoever reads the reference. */
const what: Readonly<Record<OwnerTextName, string>> = {
  title: 'The heading of the result.',
  lead: 'The line above the findings. That nothing is done without a yes follows it.',
  welcome: 'Below the heading, in a paragraph of its own.',
  noOfferUrgent: 'At an urgent finding without an offer.',
  noOffer: 'At another finding without an offer.',
  noPriceNote: 'At an offer without a price.',
  othersNote: 'Above offers that belong to no finding.',
  alsoDueWords: 'Above what is due by age or mileage.',
  receiptThanks: 'Before "Your decision has arrived".',
  next: 'What happens next: once everything is decided, and on the receipt.',
  feedbackTitle: 'Above the stars.',
  foot: 'At the foot of every page.',
}

type TextSchema = ReturnType<typeof text>

const namedTexts = (schemaOf: (name: OwnerTextName) => TextSchema) =>
  Object.fromEntries(ownerTextNames.map((name) => [name, schemaOf(name)])) as Record<
    OwnerTextName,
    TextSchema
  >

const own = namedTexts((name) =>
  text(
    `${what[name]} Placeholders: ${ruleOf(name)
      .placeholders.map((one) => `\`{${one}}\``)
      .join(', ')}.`,
    {
      maxLength: ruleOf(name).longest,
      'x-personal': false,
    },
  ),
)
const shown = namedTexts((name) => Type.String({ description: what[name] }) as TextSchema)

export const OwnerTextsChange = record(
  'OwnerTextsChange',
  "The client's own words in one language, in place of all it had; what is empty or left out is said as delivered.",
  {},
  own,
)
export type OwnerTextsChange = Static<typeof OwnerTextsChange>

export const OwnerTexts = record(
  'OwnerTexts',
  "What the owner's page says in one language.",
  {
    language: choice('The language.', [...languages]),
    own: record('OwnOwnerTexts', "The client's own words, with placeholders.", {}, shown),
    otherwise: record(
      'OtherwiseOwnerTexts',
      "What is said without own words in this language: the delivered ones; where there are none, the client's in its own language.",
      {},
      shown,
    ),
  },
  { isOwn: flag('The client has words of its own in this language.') },
)
export type OwnerTexts = Static<typeof OwnerTexts>

export const getOwnerTexts = operation({
  id: 'getOwnerTexts',
  method: 'GET',
  path,
  heading,
  summary: "Read the texts of the owner's page",
  description: 'Own words and delivered ones, in one language.',
  right: 'admin',
  params,
  replies: { 200: { description: 'The texts.', body: OwnerTexts, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7'],
})

export const putOwnerTexts = operation({
  id: 'putOwnerTexts',
  method: 'PUT',
  path,
  heading,
  summary: "Set the texts of the owner's page",
  description:
    "Pages of owners say them from then on, also those of links that were sent before. Words that equal the delivered ones are not kept, so that they follow later changes of those. Other placeholders than a text's own are refused.",
  right: 'admin',
  params,
  body: OwnerTextsChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The texts as they are now.', body: OwnerTexts, headers: newTag } },
  problems: ['noSuchResource', 'invalidArgument', 'preconditionFailed'],
  decisions: ['B7'],
})

export const deleteOwnerTexts = operation({
  id: 'deleteOwnerTexts',
  method: 'DELETE',
  path,
  heading,
  summary: "Bring the delivered texts of the owner's page back",
  description: 'In one language. The own ones are gone.',
  right: 'admin',
  params,
  requestHeaders: conditionalDelete,
  replies: { 204: { description: 'The delivered words are in force.' } },
  problems: ['noSuchResource', 'preconditionFailed'],
  decisions: ['B7'],
})

export const OwnerTextsPreview = record(
  'OwnerTextsPreview',
  "The owner's page with an invented car.",
  {
    html: Type.String({ description: 'The page.' }),
    style: Type.String({ description: 'The colours of the site, as a style sheet.' }),
  },
  { site: Type.String({ description: 'The site whose name, logo and colours it has.' }) },
)
export type OwnerTextsPreview = Static<typeof OwnerTextsPreview>

export const previewOwnerTexts = operation({
  id: 'previewOwnerTexts',
  method: 'POST',
  path: `${path}/preview`,
  heading,
  summary: "See the owner's page with a draft of its texts",
  description:
    'Made as the page of an owner is made. Checks the draft as setting it does, and changes nothing. Nothing on the page can be decided.',
  right: 'admin',
  params,
  body: record(
    'OwnerTextsDraft',
    'Words that are not kept, and what to show.',
    {},
    {
      texts: OwnerTextsChange,
      page: choice('Left out: the result.', [...ownerTextPages]),
      siteId: identifier('Left out: the default site of the client.'),
    },
  ),
  replies: { 200: { description: 'The page.', body: OwnerTextsPreview } },
  problems: ['noSuchResource', 'invalidArgument', 'notInList'],
  decisions: [],
})
