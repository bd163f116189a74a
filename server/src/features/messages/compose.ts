// Composes a message: the client's own text or the delivered one, filled with data of the survey. Sends nothing.

import type { ChannelName, MessageType, TemplateName } from '@walkaround/contract/messages.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { problem } from '../../problems.ts'
import { atSite, type Scope } from '../../scope.ts'
import { coloursOf, type Face, fileOf, findFace, hoursOf } from '../faces/face.ts'
import { advisorOf, headerOf, type SurveyHeader } from '../surveys/header.ts'
import { listVideoStates } from '../videos/read-videos.ts'
import { type Content, type MailFace, render, type Template, type Values } from './render.ts'
import { channelOf, type MessageCategory, speaksOfVideo, templateOf, videoStateOf } from './rules.ts'
import * as store from './store.ts'
import { findTemplateRow } from './template-store.ts'
import { dayOf, findDelivered, getAction, getWords, toMessageLanguage } from './texts.ts'

export interface Subject extends Omit<store.SubjectRow, 'header' | 'corrections'> {
  surveyId: string
  /** As shown, with staff corrections. */
  header: SurveyHeader
}

export async function getSubject(scope: Pick<Scope, 'db' | 'clientId'>, surveyId: string): Promise<Subject> {
  const row = await store.findSubject(scope, surveyId)
  if (!row) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  return { ...row, surveyId, header: headerOf(row) }
}

export interface Letter {
  type: MessageType
  category: MessageCategory
  language: string
  /** The name in the greeting. */
  name?: string | undefined
  note?: string | undefined
  validUntil?: Date | undefined
  /** Of a reminder: what it is about, and where an appointment is booked. */
  work?: string | undefined
  booking?: string | undefined
}

export async function compose(scope: Scope, subject: Subject, letter: Letter): Promise<Content> {
  const { language } = letter
  const { name, channel, template } = await getTemplate(scope, subject, letter)
  const isHtml = channel === 'email'
  return render(template, valuesOf(scope, subject, letter), {
    isHtml,
    action: getAction(language, name),
    language: toMessageLanguage(language),
    face: isHtml ? await mailFaceOf(scope, subject.surveyId, language) : undefined,
  })
}

const mailFaceOf = async (scope: Scope, surveyId: string, language: string): Promise<MailFace> =>
  toMailFace(scope, await findFace(scope, surveyId), language)

export function toMailFace({ client }: Pick<Scope, 'client'>, face: Face, language: string): MailFace {
  const { site } = face
  const hours = hoursOf(site?.hours ?? [], language).map(({ days, times }) => `${days} ${times}`)
  const reach = [site?.telephone, site?.email, site?.website].filter((one) => one !== undefined)
  return {
    name: site?.name ?? client.name,
    hasLogo: fileOf(face, 'logo') !== undefined,
    hasAdvisor: fileOf(face, 'advisor') !== undefined,
    colours: coloursOf(face),
    foot: [(site?.address ?? []).join(', '), reach.join(' · '), hours.join(' · ')].filter(Boolean),
  }
}

/** A client's own text may have no placeholder for it. */
export async function hasPlaceForNote(scope: Scope, subject: Subject, letter: Letter): Promise<boolean> {
  return (await getTemplate(scope, subject, letter)).template.text.includes('{note}')
}

async function getTemplate(
  scope: Scope,
  { surveyId }: Subject,
  { type, category, language }: Letter,
): Promise<{ name: TemplateName; channel: ChannelName; template: Template }> {
  const video = speaksOfVideo(type, category)
    ? videoStateOf(await listVideoStates(scope, surveyId))
    : undefined
  const channel = channelOf(category)
  const name = templateOf(type, category, video)
  const template = await findTemplate(scope, language, name, channel)
  if (!template) throw problem('channelNotSetUp', `channel: there is no ${name} for ${channel}`)
  return { name, channel, template }
}

async function findTemplate(
  scope: Scope,
  language: string,
  type: TemplateName,
  channel: ChannelName,
): Promise<Template | undefined> {
  const own = await findTemplateRow(scope, { language: toMessageLanguage(language), type, channel })
  if (!own) return findDelivered(language, type, channel)
  return { subject: own.subject ?? findDelivered(language, type, channel)?.subject, text: own.text }
}

function valuesOf(scope: Scope, { header, siteId, siteName, telephone }: Subject, letter: Letter): Values {
  const words = getWords(letter.language)
  const { timeZone } = atSite(scope, siteId).client
  const { vehicle, customer, externalId } = header
  const model = [vehicle?.make, vehicle?.model].filter(Boolean).join(' ')
  const advisor = advisorOf(header)
  const name = letter.name?.trim()
  return {
    greeting: name ? fill(words.greeting, { name }) : words.greetingPlain,
    name: name ?? '',
    vehicle: [model, vehicle?.numberPlate].filter(Boolean).join(', ') || words.vehicle,
    dealership: siteName ?? scope.client.name,
    phone: telephone ?? '',
    advisor: advisor ? nameOf(advisor) : '',
    customer: (customer && nameOf(customer)) || words.someone,
    order: externalId ?? '',
    note: letter.note ?? '',
    validUntil: letter.validUntil ? dayOf(letter.validUntil, letter.language, timeZone) : '',
    work: letter.work ?? '',
    booking: letter.booking ?? '',
    stop: letter.type === 'workReminder' ? 'stop' : '',
    link: letter.type === 'decisionCode' ? '' : 'link',
    code: letter.type === 'decisionCode' ? 'code' : '',
  }
}
