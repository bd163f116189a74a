// Whether messages of a client leave, or stay in the outbox. Commands ask it without loading what sends.
import type { ChannelName } from '@walkaround/contract/messages.ts'
import { type Scope, sendsNothing } from '../../scope.ts'
import { findChannelRow } from './channel-store.ts'

export type ChannelScope = Pick<Scope, 'db' | 'clientId' | 'client'>

/** `isInstalled`: the installation has such a channel for everybody. */
export const hasChannel = async (
  scope: Pick<Scope, 'db' | 'clientId'>,
  channel: ChannelName,
  isInstalled: boolean,
): Promise<boolean> => isInstalled || (await findChannelRow(scope, channel)) !== undefined

export const keepsMessages = async (
  scope: ChannelScope,
  channel: ChannelName,
  isInstalled: boolean,
): Promise<boolean> => sendsNothing(scope.client) || !(await hasChannel(scope, channel, isInstalled))
