// What all lists of the interface that may be long have in common: pages on request, and the filter by branch (C7).
import { Type } from 'typebox'
import { identifier, list, moment, text } from '../schema.ts'

export const LARGEST_PAGE = 1000

export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LARGEST_PAGE,
      description: 'Page size; with it the answer carries `Link: rel="next"`. Our addition (C7).',
    }),
  ),
  cursor: Type.Optional(
    text('Where the next page begins, from the `Link` of the page before. Our addition (C7).', {
      maxLength: 1000,
    }),
  ),
}

export const branchParameter = {
  branch: Type.Optional(
    list(identifier('Dealer code or branch id.'), 'Dealer code or branch id; may be repeated.', {
      maxItems: 100,
    }),
  ),
}

export const pageReply = {
  link: 'With `limit`, when there is more: the address of the next page, `rel="next"`. Our addition (C7).',
}

export const changedParameter = {
  changedSince: Type.Optional(
    moment(
      'Only what changed at this time or later; take it from `changedTimestamp` of what you read last (C9).',
    ),
  ),
}
