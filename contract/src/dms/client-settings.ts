// What a template tells the apps beyond the interface: rules over vehicle and answers, bands of measured values, settings of a
// question. Templates contain it; surveys pass it on in `clientSettings` and `conditions`.
import { type Static, Type } from 'typebox'
import { choice, described, flag, limits, list, number, record, requiredIdentifier, text } from '../schema.ts'
import { Status, UnitOfMeasure } from '../shared.ts'

/** An unknown key in a hand-written file is a typing mistake, so it is refused. */
const closed = { additionalProperties: false }

export const named = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: limits.idLength })

const Values = list(
  Type.Union([text('Text, compared without case.'), number('Number.'), flag('Yes or no.')]),
  'Values of the attribute.',
  { minItems: 1 },
)
const Statuses = list(Status, 'Findings.', { minItems: 1 })
const QuestionIds = list(requiredIdentifier('A question of this template.'), 'Questions.', { minItems: 1 })
const field = named('Attribute of the vehicle, as the interface spells it: fuelType, make, modelYear …')

export const Rule = Type.Cyclic(
  {
    Rule: Type.Union(
      [
        named('Name of a condition.'),
        Type.Object({ field, in: Values }, closed),
        Type.Object({ field, notIn: Values }, closed),
        Type.Object({ anyStatus: Statuses, questions: Type.Optional(QuestionIds) }, closed),
        Type.Object({ answered: Type.Union([requiredIdentifier('A question.'), QuestionIds]) }, closed),
        Type.Object({ all: list(Type.Ref('Rule'), 'Every one must hold.', { minItems: 1 }) }, closed),
        Type.Object({ any: list(Type.Ref('Rule'), 'One must hold.', { minItems: 1 }) }, closed),
        Type.Object({ not: Type.Ref('Rule') }, closed),
      ],
      {
        description:
          "A rule over the vehicle and what was answered (D2). A text names one of the template's `conditions`.",
      },
    ),
  },
  'Rule',
)
export type Rule = Static<typeof Rule>

const band = {
  status: described(Status, { description: 'The finding of this band.' }),
  answerId: requiredIdentifier('The standard answer that stands for this band.'),
}

/** One band of a measured question. Bands ascend; the last has no limit and covers the rest. */
export const Bound = Type.Union([
  Type.Object({ lt: number('Values below this.'), ...band }, closed),
  Type.Object({ lte: number('Values up to this.'), ...band }, closed),
  Type.Object(band, closed),
])
export type Bound = Static<typeof Bound>

export const ClientSettings = record(
  'ClientSettings',
  'What the app knows about a question. Open: keys of later versions and of other apps are kept as they are.',
  {},
  {
    unit: described(UnitOfMeasure, { description: 'Unit of the measured value.' }),
    decimals: Type.Integer({ description: 'Decimals of the number pad.', minimum: 0, maximum: 6 }),
    min: number('Smallest number that can be meant; below it is a slip of the finger.'),
    max: number('Largest number that can be meant.'),
    bounds: list(Bound, 'Bands: a number selects the answer of its band (D3).', { minItems: 1 }),
    legalMin: number('Below it the law is broken; anything else is a recommendation.'),
    legalMax: number('Above it the law is broken.'),
    withBackingPlate: flag('Whether the measured thickness includes the backing plate.'),
    tyre: flag('The app takes three readings, of which the lowest counts, the DOT week and the size.'),
    photoExpected: flag('The app asks for a photo.'),
    photoExpectedOn: list(Status, 'The app asks for a photo when the finding is one of these.'),
    videoMinSeconds: number(
      'A recording answers the question by itself from this length on; left out, with any length.',
      { minimum: 0, maximum: 3600 },
    ),
    axle: choice(
      'Where the question lies, for work that covers an axle (I4); else the end of its id says it: FL, RR, F.',
      ['front', 'rear'],
    ),
    side: choice(
      'On which side of the vehicle the question lies, for values that are told together; else the end of its id says it: FL, RR.',
      ['left', 'right'],
    ),
    wheelPart: choice(
      'What is looked at there (ours): printed as a picture of the four wheels; else `tyre` or the id says it: padFL, discR.',
      ['tread', 'pad', 'disc'],
    ),
    visibleIf: described(Rule, { description: 'The question is shown where this rule holds (D2).' }),
    damageMap: flag('Answered on the drawing of the vehicle.'),
    printAs: choice('A place of its own for the answer on printed acts.', [
      'mileage',
      'energyLevel',
      'request',
      'belongings',
      'handedOver',
    ]),
    consent: flag('The customer agrees to something: "all good" never touches it (D4).'),
    warn: record(
      'MileageWarnings',
      'When the app asks back about a mileage.',
      {},
      {
        lowerThanRecorded: flag('The mileage is lower than the one the DMS knows.'),
        aboveRecordedBy: number('The mileage is higher than the one the DMS knows by more than this.'),
      },
    ),
  },
)
export type ClientSettings = Static<typeof ClientSettings>
