// Commands on templates and surveys.
import { surveyTypes } from '@walkaround/contract/survey-types.ts'
import { Type } from 'typebox'
import { recordTemplateExport } from '../../features/assignment/record-export.ts'
import { completeSurvey, reopenSurvey } from '../../features/surveys/complete-survey.ts'
import {
  getSurveyJson,
  listLeadSurveysJson,
  listOrderSurveysJson,
} from '../../features/surveys/read-surveys.ts'
import { useTemplate } from '../../features/templates/choose-templates.ts'
import { importTemplate } from '../../features/templates/import-template.ts'
import { exportTemplate, listTemplatesInDetail } from '../../features/templates/read-templates.ts'
import { problem } from '../../problems.ts'
import { type Command, feature, oneOf, text, whole } from './define.ts'

const client = text('id of the system client')

export const commands: Readonly<Record<string, Command>> = {
  'template import': feature(
    {
      summary: 'import a template as its next version; the client becomes its master',
      arguments: {
        client,
        document: Type.Unknown({ description: 'file with the template as JSON', 'x-from': 'json file' }),
      },
    },
    (scope, args) => importTemplate(scope, args.document),
  ),
  'template export': feature(
    {
      summary: 'print a template as it was imported',
      arguments: { client, id: text('id of the template, such as open!health') },
      options: { version: whole('a former version instead of the newest', { 'x-value': 'number' }) },
    },
    async (scope, { id, version }) => {
      const template = await exportTemplate(scope, id, version)
      recordTemplateExport(scope, id, version)
      return template
    },
  ),
  'template list': feature(
    { summary: 'list the templates a system client sees', arguments: { client } },
    listTemplatesInDetail,
  ),
  'template use': feature(
    {
      summary: 'choose the template of a survey type',
      arguments: {
        client,
        surveyType: oneOf(surveyTypes, 'survey type'),
        template: text('id of the template'),
      },
      options: {
        branch: text('only at this branch: id or dealer code', { 'x-value': 'id' }),
        make: text('only for vehicles of this make', { 'x-value': 'make' }),
      },
    },
    async (scope, { client: _, branch, ...use }) => {
      await useTemplate(scope, { ...use, branchId: branch })
      return { ...use, branch }
    },
  ),
  'survey list': feature(
    {
      summary: 'list the surveys of an order or a lead',
      arguments: { client },
      options: {
        order: text('id of the service order', { 'x-value': 'id' }),
        lead: text('id of the lead', { 'x-value': 'id' }),
      },
    },
    async (scope, { order, lead }) => {
      if ((order === undefined) === (lead === undefined)) {
        throw problem('invalidArgument', 'order: give either an order or a lead')
      }
      return JSON.parse(
        order !== undefined
          ? await listOrderSurveysJson(scope, order, () => undefined)
          : await listLeadSurveysJson(scope, lead as string),
      )
    },
  ),
  'survey show': feature(
    {
      summary: 'show a survey as the interface gives it',
      arguments: { client, survey: text('id of the survey') },
    },
    async (scope, args) => JSON.parse(await getSurveyJson(scope, args.survey)),
  ),
  'survey complete': feature(
    {
      summary: 'complete an inspection that has every mandatory answer, signature and video',
      arguments: { client, survey: text('id of the survey') },
    },
    async (scope, args) => {
      await completeSurvey(scope, args.survey)
      return { survey: args.survey, completed: true }
    },
  ),
  'survey reopen': feature(
    {
      summary: 'reopen a completed survey',
      arguments: { client, survey: text('id of the survey') },
      options: { reason: text('reason, kept in the log') },
      required: ['reason'],
    },
    async (scope, args) => {
      await reopenSurvey(scope, args.survey, args.reason as string)
      return { survey: args.survey, completed: false }
    },
  ),
}
