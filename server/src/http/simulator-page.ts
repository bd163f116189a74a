// Sends the page of the DMS simulator. Reads nothing of any system client.
import { renderSimulator, type SimulatorModel } from '@walkaround/web/pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serviceVersion } from './openapi.ts'
import { isOwnForm } from './owner-pages.ts'
import { languageOf, sendPage } from './page-reply.ts'

export { isOwnForm, languageOf }

export const sendSimulator = (
  request: FastifyRequest,
  reply: FastifyReply,
  model: Omit<SimulatorModel, 'language' | 'version'>,
): FastifyReply =>
  sendPage(reply, renderSimulator({ ...model, language: languageOf(request), version: serviceVersion }))
