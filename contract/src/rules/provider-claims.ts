// What the claims of a sign-in provider say about a person: who it is, and which role the rules of the client give. Service and console
// decide by it. Reads claims only; whether a branch exists is not known here.
import type { staffRoles } from './roles.ts'

type StaffRole = (typeof staffRoles)[number]

export interface ClaimRule {
  /** Name of a claim; with dots, a path into it. */
  claim: string
  /** Left out: the claim is there, whatever its value. */
  value?: string
  role: StaffRole
  /** Dealer codes or ids; left out: all branches. */
  branches?: readonly string[]
}

export interface ClaimNames {
  login: string
  name: string
  email: string
}

/** Standard claims of OpenID Connect. */
export const usualClaims: ClaimNames = { login: 'email', name: 'name', email: 'email' }

export type Claims = Readonly<Record<string, unknown>>

interface GivenRole {
  role: StaffRole
  branches?: string[]
  /** Which rules gave it, counted from 1. */
  rules: number[]
}

const isRecord = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A claim of exactly this name, or a path: `realm_access.roles`. Names with dots are common, so they come first. */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let at: unknown = claims
  for (const step of name.split('.')) {
    if (!isRecord(at) || !Object.hasOwn(at, step)) return undefined
    at = at[step]
  }
  return at
}

/** The texts of a claim: one value or a list of them. */
export function valuesOf(claims: Claims, name: string): string[] {
  const claim = readClaim(claims, name)
  const all = Array.isArray(claim) ? claim : [claim]
  return all
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
    .map((value) => String(value))
}

const applies = ({ claim, value }: ClaimRule, claims: Claims): boolean => {
  const values = valuesOf(claims, claim)
  return value === undefined ? values.length > 0 : values.includes(value)
}

/**
 * The first rule that applies gives the role. All rules that apply and give the same role add up to its branches; one that names none
 * gives all.
 */
export function roleGivenBy(rules: readonly ClaimRule[], claims: Claims): GivenRole | undefined {
  const applying = rules
    .map((rule, index) => ({ ...rule, number: index + 1 }))
    .filter((rule) => applies(rule, claims))
  const role = applying[0]?.role
  if (role === undefined) return undefined
  const same = applying.filter((rule) => rule.role === role)
  const isWhole = same.some(({ branches }) => branches === undefined)
  return {
    role,
    ...(isWhole ? {} : { branches: [...new Set(same.flatMap(({ branches = [] }) => branches))].sort() }),
    rules: same.map(({ number }) => number),
  }
}

interface ClaimedPerson {
  login?: string
  name?: string
  /** In small letters. */
  email?: string
  /** The provider says that it is really theirs. */
  isEmailVerified: boolean
}

export function personClaimedBy(names: ClaimNames, claims: Claims): ClaimedPerson {
  const first = (name: string) =>
    valuesOf(claims, name)
      .map((text) => text.trim())
      .find((text) => text !== '')
  const [login, name, email] = [first(names.login), first(names.name), first(names.email)?.toLowerCase()]
  return {
    ...(login === undefined ? {} : { login }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    // Some providers write it as a text.
    isEmailVerified: valuesOf(claims, 'email_verified').includes('true'),
  }
}

/** What stands after the last @, in small letters. */
export function domainOf(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const domain = address
    .slice(at + 1)
    .trim()
    .toLowerCase()
  return at < 1 || domain === '' ? undefined : domain
}

/** Why somebody was not signed in by a provider: goes to the sign-in page, which says it in words. */
export type ProviderRefusal =
  | 'over'
  | 'refused'
  | 'unreachable'
  | 'failed'
  | 'noAccess'
  | 'unknown'
  | 'taken'
  | 'disabled'
  | 'off'

/** Why a login was not joined with a provider: goes to the page where somebody wanted to join theirs. */
export const joinRefusals = [
  'over',
  'refused',
  'unreachable',
  'failed',
  'noAccess',
  'taken',
  'disabled',
  'off',
  'joined',
] as const
export type JoinRefusal = (typeof joinRefusals)[number]
