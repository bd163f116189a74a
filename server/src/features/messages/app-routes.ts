// The app's routes of messages.
import * as settings from '@walkaround/contract/app/message-channels.ts'
import * as texts from '@walkaround/contract/app/message-texts.ts'
import * as contract from '@walkaround/contract/app/messages.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import { problem } from '../../problems.ts'
import {
  deleteMessageChannel,
  getMessageChannel,
  listMessageChannels,
  putMessageChannel,
  sealChannel,
  testMessageChannel,
} from './channel-settings.ts'
import type { Channels } from './channels.ts'
import { getMessageOptions } from './message-options.ts'
import {
  deleteMessageText,
  findMessageText,
  getMessageText,
  listMessageTexts,
  putMessageText,
} from './message-texts.ts'
import { previewTemplates } from './preview-templates.ts'
import { getMessage, listMessages, listOutbox, listSentMessages } from './read-messages.ts'
import { type Post, previewMessage, resendMessage, sendResults, withdrawMessageLink } from './send-results.ts'
import { inviteToTelegram } from './telegram-contacts.ts'

export interface PostOffice {
  box: Post['box']
  channels: Channels
  /** Says that there may be something to send now. */
  nudge(): void
}

export function messageAppRoutes(door: Door, { box, channels, nudge }: PostOffice): void {
  const post = (): Post => ({ baseUrl: door.baseUrl(), box })

  serve(door, contract.getMessageOptions, async (call) => {
    const { survey_id: surveyId } = call.params
    const options = await call.read((scope) => getMessageOptions(scope, surveyId, channels))
    return ok(options)
  })

  serve(door, contract.sendResults, async (call) => {
    const { survey_id: surveyId, message_id: messageId } = call.params
    // Makes the box read its key before the transaction, not inside it.
    await box.seal('', 'nothing')
    await call.write((scope) =>
      sendResults(scope, { surveyId, messageId, wanted: call.fields.get() }, post()),
    )
    nudge()
    return ok(await call.read((scope) => getMessage(scope, messageId)))
  })

  serve(door, contract.previewMessage, async (call) => {
    const shown = await call.read((scope) =>
      previewMessage(scope, call.params.survey_id, call.fields.get(), door.baseUrl()),
    )
    return ok(shown)
  })

  serve(door, contract.listSurveyMessages, async (call) =>
    ok(await call.read((scope) => listMessages(scope, call.params.survey_id))),
  )

  serve(door, contract.resendMessage, async (call) => {
    const { survey_id: surveyId, message_id: messageId } = call.params
    await box.seal('', 'nothing')
    const id = await call.write((scope) =>
      resendMessage(scope, { surveyId, messageId, newId: call.fields.get().newMessageId }, post()),
    )
    nudge()
    return ok(await call.read((scope) => getMessage(scope, id)))
  })

  serve(door, contract.withdrawMessageLink, async (call) => {
    const { survey_id: surveyId, message_id: messageId } = call.params
    await call.write((scope) => withdrawMessageLink(scope, surveyId, messageId))
    return noContent
  })

  serve(door, contract.inviteToTelegram, async (call) => {
    if (!(await call.read(channels.hasBot)))
      throw problem('channelNotSetUp', 'there is no bot: neither the client nor the installation has one')
    const word = await call.write((scope) =>
      inviteToTelegram(scope, call.params.survey_id, call.fields.get()),
    )
    // Telegram is asked once for the bot's name; until it replies there is no link.
    const url = await call
      .read((scope) => channels.startLink(scope, word))
      .catch((error: Error) => {
        throw problem('unavailable', error.message, { 'retry-after': '30' })
      })
    return ok({ url })
  })

  serve(door, contract.listSentMessages, async (call) =>
    ok(await call.read((scope) => listSentMessages(scope, call.query.get()))),
  )

  serve(door, contract.listOutbox, async (call) => ok(await call.read((scope) => listOutbox(scope, post()))))
}

const asText = (found: object | undefined) => found && JSON.stringify(found)

/** The words of messages, for those who set them up. */
export function messageTextRoutes(door: Door): void {
  serve(door, texts.listMessageTexts, async (call) =>
    ok(await call.read((scope) => listMessageTexts(scope, call.query.get()))),
  )

  serve(door, texts.getMessageText, async (call) =>
    ok(await call.read((scope) => getMessageText(scope, call.params))),
  )

  serve(door, texts.putMessageText, async (call) =>
    ok(
      await call.change(
        async (scope) => asText(await findMessageText(scope, call.params)),
        (scope, precondition) => putMessageText(scope, call.params, call.fields.get(), precondition),
        JSON.stringify,
      ),
    ),
  )

  serve(door, texts.deleteMessageText, async (call) => {
    await call.change(
      async (scope) => asText(await findMessageText(scope, call.params)),
      (scope, precondition) => deleteMessageText(scope, call.params, precondition),
    )
    return noContent
  })

  serve(door, texts.previewMessageTexts, async (call) => {
    const wanted = call.fields.get()
    return ok(await call.read((scope) => previewTemplates(scope, wanted, door.baseUrl())))
  })
}

/** Tests of one client in a minute: each may connect to a server and send something. */
const MOST_TESTS = 10
const MINUTE_MS = 60_000

/** The channels of a client, for those who set them up. */
export function messageChannelRoutes(door: Door, { box, channels }: PostOffice): void {
  const tests = new Map<string, number[]>()

  function assertFewTests(clientId: string, now: number): void {
    const recent = (tests.get(clientId) ?? []).filter((at) => at > now - MINUTE_MS)
    if (recent.length >= MOST_TESTS)
      throw problem('rateExceeded', `at most ${MOST_TESTS} tests of channels in a minute; try again then`, {
        'retry-after': '60',
      })
    tests.set(clientId, [...recent, now])
  }

  serve(door, settings.listMessageChannels, async (call) =>
    ok(await call.read((scope) => listMessageChannels(scope, channels))),
  )

  serve(door, settings.getMessageChannel, async (call) =>
    ok(await call.read((scope) => getMessageChannel(scope, call.params.channel, channels))),
  )

  serve(door, settings.putMessageChannel, async (call) => {
    const { channel } = call.params
    const sealed = await sealChannel(box, call.clientId, channel, call.fields.get())
    return ok(
      await call.change(
        async (scope) => asText(await getMessageChannel(scope, channel, channels)),
        (scope, precondition) => putMessageChannel(scope, sealed, precondition, channels),
        JSON.stringify,
      ),
    )
  })

  serve(door, settings.deleteMessageChannel, async (call) => {
    const { channel } = call.params
    await call.change(
      async (scope) => asText(await getMessageChannel(scope, channel, channels)),
      (scope, precondition) => deleteMessageChannel(scope, channel, precondition),
    )
    return noContent
  })

  serve(door, settings.testMessageChannel, async (call) => {
    const { to, siteId } = call.fields.get()
    assertFewTests(call.clientId, door.clock().getTime())
    const { channel } = call.params
    return ok(await call.read((scope) => testMessageChannel(scope, { channel, to, siteId }, channels)))
  })
}
