// Who is expected to sign for the customer. A person signs for a company. Pure; tablet and paper
// propose the same, tablet and service refuse the same.
import { foldName } from './folding.ts'

interface Company<P> {
  readonly category?: string
  readonly contactPersons?: readonly P[]
}

export type SignerRole = 'customer' | 'driver' | 'representative'

/** Everybody who may sign on the customer's side. */
export const customerSigners = ['customer', 'driver', 'owner', 'representative'] as const

const isCompany = (customer: { readonly category?: string } | undefined): boolean =>
  customer?.category === 'legalEntity'

/** The driver, else the contact person of a company, else the customer. Nobody is named where only a company is known. */
export function proposeSigner<P extends object, C extends Company<P>>(people: {
  readonly driver?: P | undefined
  readonly customer?: C | undefined
}): { readonly role: SignerRole; readonly person?: P | C } {
  const { driver, customer } = people
  if (driver) return { role: 'driver', person: driver }
  if (!isCompany(customer)) return { role: 'customer', ...(customer ? { person: customer } : {}) }
  const [contact] = customer?.contactPersons ?? []
  return { role: 'representative', ...(contact ? { person: contact } : {}) }
}

/** Why the name does not identify a person: it is empty, or it is the company's name. */
export function findNameFault(
  name: string | undefined,
  company: string | undefined,
): 'missing' | 'company' | undefined {
  if (foldName(name) === '') return 'missing'
  return foldName(name) === foldName(company) ? 'company' : undefined
}

/** In which capacity somebody may sign for this customer. */
export const signerRoles = (
  customer: { readonly category?: string } | undefined,
): readonly [SignerRole, SignerRole] => [isCompany(customer) ? 'representative' : 'customer', 'driver']
