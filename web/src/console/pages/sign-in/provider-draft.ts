// A provider as its form holds it, and as it is sent.
import type { SignInProvider, SignInProviderChange } from '@walkaround/contract/app/sign-in-providers.ts'
import { type ClaimNames, usualClaims } from '@walkaround/contract/rules/provider-claims.ts'
import type { staffRoles } from '@walkaround/contract/rules/roles.ts'

/** Stands in the address of a provider that is being made. */
export const NEW = 'new'

export interface RuleDraft {
  claim: string
  value: string
  role: (typeof staffRoles)[number]
  /** Dealer codes or ids with commas between; empty: all branches. */
  branches: string
}

export interface ProviderDraft {
  id: string
  label: string
  issuer: string
  applicationId: string
  secret: string
  isPublic: boolean
  login: string
  name: string
  email: string
  rules: readonly RuleDraft[]
  domains: string
  scopes: string
  toleranceSeconds: number | undefined
  isDisabled: boolean
  addsPeople: boolean
  joinsByEmail: boolean
  keepsRoles: boolean
}

export const emptyRule: RuleDraft = { claim: 'groups', value: '', role: 'technician', branches: '' }

export const emptyProvider: ProviderDraft = {
  id: '',
  label: '',
  issuer: '',
  applicationId: '',
  secret: '',
  isPublic: false,
  ...usualClaims,
  rules: [emptyRule],
  domains: '',
  scopes: '',
  toleranceSeconds: undefined,
  isDisabled: false,
  addsPeople: true,
  joinsByEmail: false,
  keepsRoles: false,
}

const flags = ['isPublic', 'isDisabled', 'addsPeople', 'joinsByEmail', 'keepsRoles'] as const

const partsOf = (text: string, between: RegExp) =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const toProviderDraft = (provider: SignInProvider): ProviderDraft => {
  const {
    id,
    label,
    issuer,
    applicationId,
    claims,
    rules,
    domains = [],
    scopes = '',
    toleranceSeconds,
  } = provider
  return {
    ...emptyProvider,
    id,
    label,
    issuer,
    applicationId,
    ...(claims as ClaimNames),
    rules: rules.map(({ claim, value = '', role, branches = [] }) => ({
      claim,
      value,
      role,
      branches: branches.join(', '),
    })),
    domains: domains.join('\n'),
    scopes,
    toleranceSeconds,
    ...Object.fromEntries(flags.map((flag) => [flag, provider[flag] ?? false])),
  }
}

/** As the service takes them: for saving, and for trying them before. */
export const toRules = (rules: readonly RuleDraft[]): SignInProviderChange['rules'] =>
  rules.map(({ claim, value, role, branches }) => {
    const named = partsOf(branches, /,/)
    return {
      claim: claim.trim(),
      role,
      ...(value.trim() === '' ? {} : { value: value.trim() }),
      ...(named.length === 0 ? {} : { branches: named }),
    }
  })

export function toProviderChange(draft: ProviderDraft): SignInProviderChange {
  const {
    label,
    issuer,
    applicationId,
    secret,
    login,
    name,
    email,
    rules,
    domains,
    scopes,
    toleranceSeconds,
  } = draft
  const listed = partsOf(domains, /[\n,]/)
  return {
    label,
    issuer,
    applicationId,
    claims: { login, name, email },
    rules: toRules(rules),
    ...(secret === '' ? {} : { secret }),
    ...(listed.length === 0 ? {} : { domains: listed }),
    ...(scopes.trim() === '' ? {} : { scopes: scopes.trim() }),
    ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
    ...Object.fromEntries(flags.filter((flag) => draft[flag]).map((flag) => [flag, true])),
  }
}
