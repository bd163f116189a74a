// Commands that simulate the workshop and the owner in a sandbox.
import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import { SimulatedArrival, SimulatedOffer } from '@walkaround/contract/dms/simulate-advisor.ts'
import type { SimulatedDecisions } from '@walkaround/contract/dms/simulate-owner.ts'
import { SimulatedAnswers } from '@walkaround/contract/dms/simulate-workshop.ts'
import { Type } from 'typebox'
import { baseUrlOf } from '../../config/config.ts'
import type { Post } from '../../features/messages/send-results.ts'
import type { Tapper, Work } from '../../features/sandbox/people.ts'
import { simulateArrival } from '../../features/sandbox/simulate-arrival.ts'
import { simulateOffer } from '../../features/sandbox/simulate-offer.ts'
import { simulateDecide, simulateFeedback, simulateSend } from '../../features/sandbox/simulate-owner.ts'
import { simulateAnswers, simulateComplete, simulatePhoto } from '../../features/sandbox/simulate-workshop.ts'
import { compileReader, toFields } from '../../input/reader.ts'
import type { Scope } from '../../scope.ts'
import {
  boxOf,
  type Command,
  type CommandContext,
  define,
  flag,
  inClient,
  list,
  oneOf,
  text,
} from './define.ts'

const client = text('id of the sandbox')
const survey = text('id of the survey')
const count = (description: string) =>
  Type.Integer({ description, minimum: 0, maximum: 200, 'x-value': 'count' })
const grades = { red: count('how many red findings'), amber: count('how many amber findings') }

const workIn = (context: CommandContext, clientId: string): Work => {
  const write = <T>(work: (scope: Scope) => Promise<T>): Promise<T> => inClient(context, clientId, work)
  return { read: write, write }
}

/** As the log names whoever uses the command line. */
const tapperOf = ({ actor }: CommandContext): Tapper => ({ login: actor.id, name: 'Simulated Technician' })

const postOf = async (context: CommandContext): Promise<Post> => ({
  baseUrl: baseUrlOf(context.config),
  box: await boxOf(context),
})

const readArrival = compileReader(SimulatedArrival)

type EnteredArrival = { types?: string[] } & {
  [field in
    | 'branch'
    | 'plate'
    | 'vin'
    | 'make'
    | 'model'
    | 'name'
    | 'mobile'
    | 'email'
    | 'description']?: string
}

/** As the body of the operation, checked by its schema. */
function toArrival({
  branch,
  plate,
  types = ['health'],
  description,
  ...entered
}: EnteredArrival): SimulatedArrival {
  const { vin, make, model, name, mobile, email } = entered
  return toFields(
    readArrival(
      given({
        externalBranchId: branch,
        vehicle: given({ numberPlate: plate, vin, make, model }),
        surveyTypes: types,
        customer: given({ name, mobilePhone: mobile, email }),
        description,
      }),
    ),
  ).get() as SimulatedArrival
}

/** Leaves out what was not entered. */
const given = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const readOffer = compileReader(SimulatedOffer)

/** One line at most. */
function toOffer(
  all: boolean | undefined,
  named: { [field in 'package' | 'variant' | 'question' | 'answer']?: string },
): SimulatedOffer {
  const { package: packageId, variant: variantId, question: questionId, answer: answerId } = named
  const line = given({ packageId, variantId, questionId, answerId })
  const lines = Object.keys(line).length === 0 ? undefined : [line]
  return toFields(readOffer(given({ all, lines }))).get() as SimulatedOffer
}

const readAnswers = compileReader(SimulatedAnswers)

/** A file has the list alone, or the body of the operation. */
function toAnswers(given: unknown): GivenAnswer[] | undefined {
  if (given === undefined) return undefined
  const body = Array.isArray(given) ? { answers: given } : given
  return (toFields(readAnswers(body)).get() as SimulatedAnswers).answers
}

export const commands: Readonly<Record<string, Command>> = {
  'simulate arrival': define(
    {
      summary: 'an advisor begins an inspection by hand for a car without an order',
      arguments: { client },
      options: {
        branch: text('dealer code or id of the branch', { 'x-value': 'code' }),
        plate: text('number plate; this or --vin is required'),
        vin: text('vehicle identification number'),
        make: text('make'),
        model: text('model'),
        types: list('types of the surveys: health, VC, QC or VR; default: health', { 'x-value': 'types' }),
        name: text('name of the customer'),
        mobile: text('mobile telephone of the customer', { 'x-value': 'number' }),
        email: text('e-mail address of the customer', { 'x-value': 'address' }),
        description: text("the customer's request", { 'x-value': 'words' }),
      },
      required: ['branch'],
    },
    (context, { client: id, ...entered }) => {
      const wanted = toArrival(entered)
      return workIn(context, id).write((scope) => simulateArrival(scope, wanted, tapperOf(context)))
    },
  ),
  'simulate answers': define(
    {
      summary: 'a technician answers what is not answered yet, or what a file says',
      arguments: { client, survey },
      options: {
        ...grades,
        answers: Type.Unknown({
          description: 'answers from a JSON file, a list as in the body of the operation',
          'x-value': 'file',
          'x-from': 'json file',
        }),
      },
    },
    (context, { client: id, survey: surveyId, answers, ...wanted }) =>
      workIn(context, id).write((scope) =>
        simulateAnswers(scope, surveyId, { ...wanted, answers: toAnswers(answers) }, tapperOf(context)),
      ),
  ),
  'simulate photo': define(
    {
      summary: 'a technician takes a photo, a picture that is made up',
      arguments: { client, survey },
      options: {
        question: text('the question it belongs to', { 'x-value': 'id' }),
        answer: text('the answer of that question', { 'x-value': 'id' }),
      },
    },
    async (context, { client: id, survey: surveyId, question: questionId, answer: answerId }) =>
      simulatePhoto(workIn(context, id), await context.media(), surveyId, { questionId, answerId }),
  ),
  'simulate complete': define(
    {
      summary: 'a technician answers what is left, signs, films and completes',
      arguments: { client, survey },
      options: grades,
    },
    async (context, { client: id, survey: surveyId, ...wanted }) =>
      simulateComplete(workIn(context, id), await context.media(), surveyId, wanted, tapperOf(context)),
  ),
  'simulate offer': define(
    {
      summary: 'an advisor offers packages on what was found',
      arguments: { client, survey },
      options: {
        all: flag('a variant of every package that is offered on a red or amber answer'),
        package: text('a package of which a variant is offered', { 'x-value': 'id' }),
        variant: text('the variant of that package', { 'x-value': 'id' }),
        question: text('the question it is offered on; default: the first that offers it', {
          'x-value': 'id',
        }),
        answer: text('the answer of that question; default: the one that was given', { 'x-value': 'id' }),
      },
    },
    (context, { client: id, survey: surveyId, all, ...named }) => {
      const wanted = toOffer(all, named)
      return workIn(context, id).write((scope) => simulateOffer(scope, surveyId, wanted))
    },
  ),
  'simulate send': define(
    {
      summary: 'an advisor sends the result; it stays in the outbox',
      arguments: { client, survey },
      options: {
        recipient: oneOf(['customer', 'owner', 'driver'], 'to whom; default: customer'),
        channel: oneOf(['email', 'sms'], 'how; default: email'),
      },
    },
    async (context, { client: id, survey: surveyId, ...wanted }) => {
      const post = await postOf(context)
      return workIn(context, id).write((scope) => simulateSend(scope, surveyId, wanted, post))
    },
  ),
  'simulate decide': define(
    {
      summary: "the owner decides on the owner's page",
      arguments: { client, survey },
      options: {
        all: oneOf(['approve', 'defer', 'decline'], 'the decision on every open offer that is not named'),
        approve: list('ids of quotes that are approved', { 'x-value': 'ids' }),
        defer: list('ids of quotes that are deferred', { 'x-value': 'ids' }),
        decline: list('ids of quotes that are declined', { 'x-value': 'ids' }),
        until: text('until when deferred work waits; default: as the page proposes', { 'x-value': 'date' }),
        code: text('the code from the outbox, if the sum has to be confirmed'),
      },
    },
    async (context, { client: id, survey: surveyId, all, until, code, ...named }) => {
      const post = await postOf(context)
      const lines = (['approve', 'defer', 'decline'] as const).flatMap((decision) =>
        (named[decision] ?? []).map((quoteId) => ({ quoteId, decision })),
      )
      const wanted: SimulatedDecisions = {
        ...(all === undefined ? {} : { all }),
        ...(lines.length === 0 ? {} : { lines }),
        ...(until === undefined ? {} : { until }),
        ...(code === undefined ? {} : { code }),
      }
      return simulateDecide(workIn(context, id), surveyId, wanted, post)
    },
  ),
  'simulate feedback': define(
    {
      summary: "the owner gives feedback on the owner's page",
      arguments: { client, survey },
      options: {
        stars: Type.Integer({
          description: 'from 1 to 5; default: 5',
          minimum: 1,
          maximum: 5,
          'x-value': 'count',
        }),
        text: text('in words', { 'x-value': 'words' }),
      },
    },
    async (context, { client: id, survey: surveyId, stars = 5, text: words }) => {
      const post = await postOf(context)
      return workIn(context, id).write((scope) =>
        simulateFeedback(scope, surveyId, { stars, ...(words === undefined ? {} : { text: words }) }, post),
      )
    },
  ),
}
