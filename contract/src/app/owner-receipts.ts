// What an owner decided and what they were shown, for staff: receipts stay after the link has expired.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { choice, record } from '../schema.ts'

const HEADING = 'Messages'
const receiptsPath = '/system-clients/{system_client_id}/surveys/{survey_id}/receipts'
const receiptPath = `${receiptsPath}/{receipt_id}`
const params = { system_client_id: 'The system client.', survey_id: 'The survey.' }
const receiptParams = { ...params, receipt_id: 'The receipt.' }

export const OwnerReceipt = record(
  'OwnerReceipt',
  'A decision of the owner that was kept.',
  {
    id: Type.String({ description: 'The receipt.' }),
    at: Type.String({ description: 'When it was decided.' }),
  },
  {},
)
export type OwnerReceipt = Static<typeof OwnerReceipt>

export const listOwnerReceipts = operation({
  id: 'listOwnerReceipts',
  method: 'GET',
  path: receiptsPath,
  heading: HEADING,
  summary: "List the receipts of the owner's decisions",
  description: 'The newest first. A changed decision makes another one.',
  right: 'read',
  params,
  replies: { 200: { description: 'The receipts.', body: Type.Array(OwnerReceipt) } },
  problems: ['noSuchResource'],
  decisions: ['G1'],
})

export const getOwnerReceipt = operation({
  id: 'getOwnerReceipt',
  method: 'GET',
  path: receiptPath,
  heading: HEADING,
  summary: 'Show a receipt',
  description:
    'The page the owner saw after deciding: texts, prices, measured values, fingerprints. It is there whether or not the link ' +
    'still opens.',
  right: 'read',
  params: receiptParams,
  query: record(
    'OwnerReceiptQuery',
    'In which language the words around it are.',
    {},
    { lang: choice('Left out: that in which it was decided.', [...languages]) },
  ),
  replies: { 200: { description: 'The page.', contentType: 'text/html; charset=utf-8' } },
  problems: ['noSuchResource', 'notInList'],
  decisions: ['G1'],
})

export const getOwnerReceiptPdf = operation({
  id: 'getOwnerReceiptPdf',
  method: 'GET',
  path: `${receiptPath}/pdf`,
  heading: HEADING,
  summary: 'Read a receipt as PDF',
  description: 'In the language in which it was decided.',
  right: 'read',
  params: receiptParams,
  replies: { 200: { description: 'The receipt.', contentType: 'application/pdf' } },
  problems: ['noSuchResource', 'busy'],
  decisions: ['G1'],
})

export const getOwnerReceiptFile = operation({
  id: 'getOwnerReceiptFile',
  method: 'GET',
  path: `${receiptPath}/file`,
  heading: HEADING,
  summary: 'Read a receipt as it is kept',
  description: 'Byte for byte: its SHA-256 is the fingerprint on the receipt.',
  right: 'read',
  params: receiptParams,
  replies: { 200: { description: 'The receipt.', contentType: 'application/json; charset=utf-8' } },
  problems: ['noSuchResource'],
  decisions: ['G1'],
})
