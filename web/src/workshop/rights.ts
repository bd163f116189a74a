// What the signed-in person may do at the chosen dealership, by the service's own rule: the app offers nothing that is refused.
import type { Session } from '@walkaround/contract/app/session.ts'
import { mayCall, mayReopen as mayRoleReopen } from '@walkaround/contract/rules/roles.ts'

export type SessionClient = Session['clients'][number]
export type Right = (client: SessionClient) => boolean

/** Selecting offers, sending them, and changing orders. */
export const mayAdvise: Right = ({ role, isLimited }) => mayCall(role, 'quotes', isLimited)
/** Giving answers, taking photos and starting inspections. */
export const mayAnswer: Right = ({ role, isLimited }) => mayCall(role, 'answers', isLimited)

/** Replying to requests for parts, where a site has that step. */
export const mayKeepParts: Right = ({ role, isLimited, branches }) =>
  mayCall(role, 'parts', isLimited) && branches.some(({ hasPartsStep }) => hasPartsStep)

export const mayReopen: Right = ({ role }) => mayRoleReopen(role)
/** Settings of the whole client. */
export const maySetUp: Right = ({ role, isLimited }) => mayCall(role, 'admin', isLimited)
/** Inviting people and changing what they may do. */
export const mayManageLogins: Right = ({ role, isLimited }) => mayCall(role, 'logins', isLimited)
/** Keys of systems. */
export const mayKeepKeys: Right = ({ role, isLimited }) => mayCall(role, 'keys', isLimited)
/** Some page of the admin console. */
export const mayAdminister: Right = (client) => mayManageLogins(client) || maySetUp(client)
