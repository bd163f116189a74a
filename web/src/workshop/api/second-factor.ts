// Requests about passkeys and recovery codes: those of a sign-in that waits for one, and those of people about their own. Keeps nothing.
import type { NewPasskey, SignInProof } from '@walkaround/contract/app/second-factor.ts'
import type { Requester } from './request.ts'

/** A password is checked for about a second, more if many people sign in at once. */
const checkTimeout = 40_000

export const createSecondFactorOperations = ({ call }: Pick<Requester, 'call'>) => ({
  readStep: () => call('getSignInStep', {}),
  finish: (proof: SignInProof) => call('finishSignIn', {}, { body: proof, timeout: checkTimeout }),
  readOwn: () => call('getOwnSecondFactor', {}),
  begin: (password: string) => call('beginPasskey', {}, { body: { password }, timeout: checkTimeout }),
  add: (ticket: string, passkey: NewPasskey) => call('addPasskey', {}, { body: { ticket, passkey } }),
  rename: (passkey_id: string, name: string) => call('putPasskey', { passkey_id }, { body: { name } }),
  remove: (passkey_id: string, password: string) =>
    call('removePasskey', { passkey_id }, { body: { password }, timeout: checkTimeout }),
  makeCodes: (password: string) =>
    call('makeRecoveryCodes', {}, { body: { password }, timeout: checkTimeout }),
})
