// The sites and branches of a client, for those who set it up: what customers see of a site, and by which dealer codes a branch is known.
import { type Static, Type } from 'typebox'
import { conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { choice, flag, list, record, requiredIdentifier, text } from '../schema.ts'
import { surveyTypes } from '../survey-types.ts'
import { servedAs } from './media.ts'
import { HourlyRate } from './offers.ts'

const heading = 'Places'
const clientPath = '/system-clients/{system_client_id}'
const sitePath = `${clientPath}/sites/{site_id}`
const branchPath = `${clientPath}/branches/{branch_id}`
const params = { system_client_id: 'The system client.' }
const ofSite = { ...params, site_id: 'The site.' }
const ofBranch = { ...params, branch_id: 'The branch, by its id.' }

const line = (description: string) => text(description, { maxLength: 200 })

/** What customers see; texts have their rules in the service. */
const seen = {
  address: list(line('A line, as it is printed.'), 'The postal address, at most 6 lines.', { maxItems: 6 }),
  telephone: line('As it is printed; customers call it with a tap.'),
  email: line('As it is printed; replies to mails go there.'),
  website: line('As it is printed; begins with `https://`.'),
  bookingLink: line('Where customers book an appointment; begins with `https://`.'),
  mainColour: line('Of buttons and the head of pages, such as `#0b5768`.'),
  secondColour: line('Of lines; left out: the main colour.'),
  hours: list(line('Days and times, such as `mo-fr 08:00-18:00`.'), 'Opening hours, at most 7 lines.', {
    maxItems: 7,
  }),
  hourlyRates: list(HourlyRate, 'What an hour of work costs; the first one is proposed.', { maxItems: 30 }),
  language: line('In which its customers are written to; left out: that of the client.'),
  timeZone: line('By which its days begin and end; a name of the IANA list; left out: that of the client.'),
  mailFrom: line(
    'Address that its mails come from, by a mail server of the client; left out: as the channel says.',
  ),
  mailFromName: line(
    'Name that its mails come from; left out: as the channel says, or the name of the site.',
  ),
  smsFrom: text(
    'Number or name that its SMS come from, by a gateway of the client; left out: as the channel says.',
    {
      maxLength: 40,
    },
  ),
  currency: line('In which it offers; an ISO 4217 code; left out: that of the client.'),
  partsStep: flag('Parts are asked for between finding and offer.'),
}

export const SiteChange = record(
  'SiteChange',
  'A site as it is to be. What is left out has no value any more; the logo stays.',
  { name: line('As customers read it.') },
  seen,
)
export type SiteChange = Static<typeof SiteChange>

export const Site = record(
  'Site',
  'A site: a place of the client, and what its customers see.',
  {
    id: Type.String({ description: 'The site.' }),
    name: Type.String({ description: 'As customers read it.' }),
  },
  {
    address: Type.Array(Type.String(), { description: 'Lines of the postal address.' }),
    telephone: Type.String({ description: 'As it is printed.' }),
    email: Type.String({ description: 'As it is printed; replies to mails go there.' }),
    website: Type.String({ description: 'As it is printed.' }),
    bookingLink: Type.String({ description: 'Where customers book an appointment.' }),
    mainColour: Type.String({ description: 'Of buttons and the head of pages.' }),
    secondColour: Type.String({ description: 'Of lines.' }),
    hours: Type.Array(Type.String(), { description: 'Opening hours.' }),
    hourlyRates: Type.Array(HourlyRate, { description: 'What an hour of work costs.' }),
    language: Type.String({
      description: 'In which its customers are written to, if not that of the client.',
    }),
    timeZone: Type.String({ description: 'By which its days begin and end, if not that of the client.' }),
    currency: Type.String({ description: 'In which it offers, if not that of the client.' }),
    mailFrom: Type.String({ description: 'Address that its mails come from.' }),
    mailFromName: Type.String({ description: 'Name that its mails come from.' }),
    smsFrom: Type.String({ description: 'Number or name that its SMS come from.' }),
    ofClient: record(
      'SiteInherits',
      'What counts where the site says nothing itself.',
      {
        timeZone: Type.String({ description: 'By which days begin and end.' }),
        language: Type.String({ description: 'In which customers are written to.' }),
      },
      { currency: Type.String({ description: 'In which is offered.' }) },
    ),
    partsStep: flag('Parts are asked for between finding and offer.'),
    logo: Type.String({ description: 'Changes with the logo; left out: there is none.' }),
    isDefault: flag('Dealer codes that register themselves come here.'),
  },
)
export type Site = Static<typeof Site>

export const listSites = operation({
  id: 'listSites',
  method: 'GET',
  path: `${clientPath}/sites`,
  heading,
  summary: 'Read the sites',
  description: 'All of the client, by id.',
  right: 'admin',
  params,
  replies: { 200: { description: 'The sites.', body: Type.Array(Site) } },
  problems: [],
  decisions: [],
})

export const getSite = operation({
  id: 'getSite',
  method: 'GET',
  path: sitePath,
  heading,
  summary: 'Read a site',
  description: 'As it can be changed.',
  right: 'admin',
  params: ofSite,
  replies: { 200: { description: 'The site.', body: Site, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7'],
})

export const putSite = operation({
  id: 'putSite',
  method: 'PUT',
  path: sitePath,
  heading,
  summary: 'Make or change a site',
  description: 'Pages, mails and forms show it from the next one on; what was sent stays as it was.',
  right: 'admin',
  params: ofSite,
  body: SiteChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The site as it is now.', body: Site, headers: newTag } },
  problems: ['invalidArgument', 'preconditionFailed'],
  decisions: ['B7'],
})

export const putSiteLogo = operation({
  id: 'putSiteLogo',
  method: 'PUT',
  path: `${sitePath}/logo`,
  heading,
  summary: 'Set the logo of a site',
  description: 'PNG, JPEG or WebP of at most 2 MB. Pages, mails and forms show it.',
  right: 'admin',
  params: ofSite,
  bytes: 'The picture.',
  replies: { 200: { description: 'The site as it is now.', body: Site } },
  problems: ['noSuchResource', 'photoRefused', 'fileTooLarge', 'busy'],
  decisions: [],
})

export const deleteSiteLogo = operation({
  id: 'deleteSiteLogo',
  method: 'DELETE',
  path: `${sitePath}/logo`,
  heading,
  summary: 'Remove the logo of a site',
  description: 'The name of the site stands in its place.',
  right: 'admin',
  params: ofSite,
  replies: { 204: { description: 'It has no logo any more.' } },
  problems: ['noSuchResource'],
  decisions: [],
})

export const getSiteLogo = operation({
  id: 'getSiteLogo',
  method: 'GET',
  path: `${sitePath}/logo`,
  heading,
  summary: 'Show the logo of a site',
  description: 'Redirects to the picture. 404 if there is none.',
  right: 'admin',
  params: ofSite,
  replies: servedAs('the picture', 'image/*'),
  problems: ['noSuchResource'],
  decisions: [],
})

const surveyType = choice('A type of survey.', [...surveyTypes])

export const Branch = record(
  'Branch',
  'A branch: a workshop of a site, known by its dealer codes.',
  {
    id: Type.String({ description: 'The branch.' }),
    siteId: Type.String({ description: 'The site it belongs to.' }),
    name: Type.String({ description: 'As people read it.' }),
    codes: Type.Array(Type.String(), { description: 'By which the DMS names it.' }),
  },
  {
    releaseTypes: Type.Array(surveyType, {
      description: 'Surveys that an order releases by itself here; left out: as the client says.',
    }),
    isNew: flag('It registered itself by a dealer code nobody had entered, and nobody has looked at it yet.'),
  },
)
export type Branch = Static<typeof Branch>

export const BranchChange = record(
  'BranchChange',
  'A branch as it is to be.',
  {
    siteId: requiredIdentifier('The site it belongs to.'),
    name: line('As people read it.'),
    codes: list(requiredIdentifier('A dealer code.'), 'By which the DMS names it: one at least.', {
      minItems: 1,
      maxItems: 100,
    }),
  },
  { releaseTypes: list(surveyType, 'Left out: as the client says.') },
)
export type BranchChange = Static<typeof BranchChange>

export const listBranches = operation({
  id: 'listBranches',
  method: 'GET',
  path: `${clientPath}/branches`,
  heading,
  summary: 'Read the branches',
  description: 'All of the client, by id.',
  right: 'admin',
  params,
  replies: { 200: { description: 'The branches.', body: Type.Array(Branch) } },
  problems: [],
  decisions: ['C1'],
})

export const getBranch = operation({
  id: 'getBranch',
  method: 'GET',
  path: branchPath,
  heading,
  summary: 'Read a branch',
  description: 'As it can be changed.',
  right: 'admin',
  params: ofBranch,
  replies: { 200: { description: 'The branch.', body: Branch, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['C1', 'B7'],
})

export const putBranch = operation({
  id: 'putBranch',
  method: 'PUT',
  path: branchPath,
  heading,
  summary: 'Make or change a branch',
  description:
    'A branch that registered itself is confirmed by it. A dealer code that is taken away registers itself anew when the DMS sends it.',
  right: 'admin',
  params: ofBranch,
  body: BranchChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The branch as it is now.', body: Branch, headers: newTag } },
  problems: ['invalidArgument', 'alreadyExists', 'preconditionFailed'],
  decisions: ['C1', 'B7'],
})

const Moved = {
  codes: Type.Integer({ description: 'Dealer codes.' }),
  orders: Type.Integer({ description: 'Service orders.' }),
  leads: Type.Integer({ description: 'Leads.' }),
}

export const previewBranchMerge = operation({
  id: 'previewBranchMerge',
  method: 'GET',
  path: `${branchPath}/merges/{into_id}`,
  heading,
  summary: 'See what merging a branch into another would move',
  description: 'Changes nothing. More than 10,000 of a kind are not counted on.',
  right: 'admin',
  params: { ...ofBranch, into_id: 'The branch that would take over.' },
  replies: {
    200: {
      description: 'What would move.',
      body: record(
        'BranchMergePreview',
        'What would move.',
        {
          ...Moved,
          logins: Type.Integer({ description: 'Logins that are limited to the branch.' }),
          from: Branch,
          into: Branch,
        },
        {},
      ),
    },
  },
  problems: ['noSuchResource', 'invalidArgument'],
  decisions: ['C1'],
})

export const mergeBranch = operation({
  id: 'mergeBranch',
  method: 'POST',
  path: `${branchPath}/merges/{into_id}`,
  heading,
  summary: 'Merge a branch into another',
  description:
    'Everything of it moves, its dealer codes and its id mean the other branch from now on, and it is gone. It cannot be taken back.',
  right: 'admin',
  params: { ...ofBranch, into_id: 'The branch that takes over.' },
  replies: { 200: { description: 'What moved.', body: record('BranchMerged', 'What moved.', Moved, {}) } },
  problems: ['noSuchResource', 'invalidArgument'],
  decisions: ['C1'],
})
