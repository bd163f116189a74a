// From the fields of the forms to what is to be made, with a refusal for every field that is wrong.
import { currencies } from '@walkaround/contract/currencies.ts'
import { findLanguage, type Language } from '@walkaround/contract/rules/texts.ts'
import {
  branchField,
  codeField,
  type DraftSite,
  type SetUpDraft,
  type SetUpRefusal,
  type SetUpRefusals,
  type SetUpStep,
  setUpLimits,
  setUpMoves,
  siteField,
} from '@walkaround/contract/set-up-page.ts'
import { assertPassword } from '../../identity/password-rules.ts'
import type { Form } from '../../lib/form-body.ts'
import { DEFAULT_MASTER } from '../../organisation/clients.ts'
import {
  assertIdentifier,
  assertName,
  assertTimeZone,
  findLoginName,
  isClientId,
} from '../../organisation/rules.ts'
import { Problem } from '../../problems.ts'

/** What is proposed to somebody who begins. */
export const beginDraft = (language: Language, timeZone: string): SetUpDraft => ({
  name: '',
  id: '',
  timeZone,
  language,
  currency: usualCurrency[language] ?? 'EUR',
  sites: [{ name: '', branches: [{ code: '', name: '' }] }],
  login: '',
  person: '',
})

const usualCurrency: Partial<Record<Language, string>> = { pl: 'PLN', ru: 'RUB' }

/** Undefined if the form was sent from a page that had no fields yet. */
export function readDraft(form: Form, otherwise: SetUpDraft): SetUpDraft {
  if (!form.has('name')) return otherwise
  const field = (name: string) => (form.get(name) ?? '').trim()
  const sites: DraftSite[] = []
  for (let at = 0; at < setUpLimits.sites && form.has(siteField(at)); at++) {
    const branches: DraftSite['branches'][number][] = []
    for (let row = 0; row < setUpLimits.branches && form.has(codeField(at, row)); row++)
      branches.push({ code: field(codeField(at, row)), name: field(branchField(at, row)) })
    sites.push({ name: field(siteField(at)), branches })
  }
  return {
    name: field('name'),
    id: field('id'),
    timeZone: field('timeZone'),
    language: findLanguage(field('language')) ?? otherwise.language,
    currency: field('currency'),
    sites: sites.length > 0 ? sites : otherwise.sites,
    login: field('login'),
    person: field('person'),
  }
}

/** With the row that a button asked for. */
export function withRow(draft: SetUpDraft, go: string): SetUpDraft | undefined {
  const empty = { code: '', name: '' }
  if (go === setUpMoves.site && draft.sites.length < setUpLimits.sites)
    return { ...draft, sites: [...draft.sites, { name: '', branches: [empty] }] }
  const at = draft.sites.findIndex((_, index) => setUpMoves.branch(index) === go)
  if (at < 0) return undefined
  const sites = draft.sites.map((site, index) =>
    index === at && site.branches.length < setUpLimits.branches
      ? { ...site, branches: [...site.branches, empty] }
      : site,
  )
  return { ...draft, sites }
}

/** Letters and digits that an id may have, from a name of any script; '' if none are left. */
const proposeId = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .replaceAll(/[łŁ]/g, 'l')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')

export const clientIdOf = ({ id, name }: Pick<SetUpDraft, 'id' | 'name'>): string => {
  if (id !== '') return id
  const proposed = proposeId(name)
  return proposed === '' || proposed === DEFAULT_MASTER ? 'dealership' : proposed
}

/** Sites that are filled in, with their ids; a row without code and name is nobody's. */
export function sitesOf({ sites }: Pick<SetUpDraft, 'sites'>) {
  const taken = new Set<string>()
  return sites
    .filter(({ name, branches }) => name !== '' || branches.some(isFilled))
    .map(({ name, branches }, index) => {
      const proposed = proposeId(name) || `site-${index + 1}`
      let id = proposed
      for (let more = 2; taken.has(id); more++) id = `${proposed}-${more}`
      taken.add(id)
      return {
        id,
        name,
        branches: branches.filter(isFilled).map((one) => ({ code: one.code, name: one.name || one.code })),
      }
    })
}

const isFilled = ({ code, name }: { code: string; name: string }) => code !== '' || name !== ''

const refuses = (check: () => void): boolean => {
  try {
    check()
    return false
  } catch (error) {
    if (error instanceof Problem) return true
    throw error
  }
}

type Found = Record<string, SetUpRefusal>

const named = (found: Found, field: string, name: string): void => {
  if (name === '') found[field] = 'missing'
  else if (refuses(() => assertName(field, name))) found[field] = 'long'
}

const checks: Readonly<Record<SetUpStep, (draft: SetUpDraft, found: Found) => void>> = {
  client(draft, found) {
    named(found, 'name', draft.name)
    const id = clientIdOf(draft)
    if (!isClientId(id) || id === DEFAULT_MASTER) found.id = 'id'
    if (refuses(() => assertTimeZone(draft.timeZone))) found.timeZone = 'timeZone'
    if (!currencies.has(draft.currency)) found.currency = 'currency'
  },
  sites({ sites }, found) {
    const codes = new Set<string>()
    for (const [at, { name, branches }] of sites.entries()) {
      if (at === 0 || branches.some(isFilled)) named(found, siteField(at), name)
      for (const [row, branch] of branches.entries()) {
        if (!isFilled(branch)) continue
        const field = codeField(at, row)
        if (branch.code === '') found[field] = 'missing'
        else if (refuses(() => assertIdentifier(field, branch.code))) found[field] = 'code'
        else if (codes.has(branch.code)) found[field] = 'codeTwice'
        codes.add(branch.code)
        if (branch.name !== '' && refuses(() => assertName(field, branch.name)))
          found[branchField(at, row)] = 'long'
      }
    }
  },
  admin({ login, person }, found) {
    if (findLoginName(login) === undefined) found.login = login === '' ? 'missing' : 'login'
    named(found, 'person', person)
  },
}

export function refusalsOf(step: SetUpStep, draft: SetUpDraft): SetUpRefusals | undefined {
  const found: Found = {}
  checks[step](draft, found)
  return Object.keys(found).length > 0 ? found : undefined
}

export function refusalsOfPasswords(
  login: string,
  password: string,
  again: string,
): SetUpRefusals | undefined {
  if (password === '') return { password: 'missing' }
  if (password !== again) return { again: 'different' }
  return refuses(() => assertPassword(password, login)) ? { password: 'weak' } : undefined
}
