// A link of the owner's page as text: {base}/o/{system client}.{token}. Knows no database.
import { hash, randomBytes } from 'node:crypto'
import type { SecretBox, UnlockedBox } from '../../outside/secret-box.ts'

/** 192 bits: too many to guess. */
const TOKEN_BYTES = 24
const TOKEN = /^[\w-]{32}$/
const CLIENT = /^[\w-]{1,512}$/

interface LinkParts {
  clientId: string
  /** SHA-256 of the token. */
  hash: Buffer
}

export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/**
 * The token of the viewing address: always the same for a link, and computable only with the installation's key. The deciding token
 * is random, so neither can be computed from the other (I3).
 */
export const deriveViewingToken = async (
  box: Pick<SecretBox, 'derive'>,
  clientId: string,
  linkId: string,
): Promise<string> => (await box.derive(linkId, viewingPurpose(clientId), TOKEN_BYTES)).toString('base64url')

const viewingPurpose = (clientId: string) => `viewing owner-link/${clientId}`

/** The same with each key, the present one first: the key may have been changed since the link was made. */
export const viewingTokens = (
  box: Pick<UnlockedBox, 'derivations'>,
  clientId: string,
  linkId: string,
): string[] =>
  box.derivations(linkId, viewingPurpose(clientId), TOKEN_BYTES).map((bytes) => bytes.toString('base64url'))

/** The purpose under which the token of a former key is sealed. */
export const viewingSealPurpose = (clientId: string, linkId: string): string =>
  `viewing token of ${JSON.stringify([clientId, linkId])}`

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The part of the address after /o/. It contains the client because every look-up starts with it. */
export const toLinkName = (clientId: string, token: string): string =>
  `${Buffer.from(clientId).toString('base64url')}.${token}`

/** Undefined if it cannot be one of our tokens, so that garbage never costs a database read. */
export function parseLinkName(name: string): LinkParts | undefined {
  const [client = '', token = '', ...more] = name.split('.')
  if (more.length > 0 || !CLIENT.test(client) || !TOKEN.test(token)) return undefined
  const clientId = Buffer.from(client, 'base64url').toString()
  // Several texts decode to the same bytes; only one spelling is a valid link.
  if (toLinkName(clientId, token) !== name) return undefined
  return { clientId, hash: hashToken(token) }
}
