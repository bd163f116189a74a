// Why a package is or is not offered for a vehicle, as the workshop app asks it.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { choice, record } from '../schema.ts'

/** Reasons as codes: the reader translates them into the person's language. */
export const reasonCodes = ['inList', 'notInList', 'absent', 'filledFromVin', 'marksOnly', 'noPrice'] as const
export const reasonAttributes = [
  'derivativeCode',
  'modelCode',
  'make',
  'fuelType',
  'airIntakeType',
  'gearboxType',
  'bodyPart',
  'engineCapacity',
  'modelYear',
  'productionYear',
] as const

export const VariantReason = record(
  'VariantReason',
  'One reason (E1).',
  {
    code: choice(
      '`inList`: the value is among those the variant is for · `notInList`: it is not, and that excludes the variant · `absent`: the ' +
        'vehicle has no such value, so nothing is filtered · `filledFromVin`: not in the list, but known from the VIN alone and so ' +
        'no reason to exclude · `marksOnly`: filters for damage marks only · `noPrice`: an item has no price (E3).',
      [...reasonCodes],
    ),
  },
  {
    attribute: choice('Which attribute of the vehicle; none for `noPrice`.', [...reasonAttributes]),
    value: Type.String({ description: 'What the vehicle has.' }),
    allowed: Type.Array(Type.String(), { description: 'What the variant is for.' }),
  },
)
export type VariantReason = Static<typeof VariantReason>

export const VariantExplanation = record(
  'VariantExplanation',
  'Whether a package variant fits this vehicle, and why not.',
  {
    packageId: Type.String({ description: 'The package.' }),
    variantId: Type.String({ description: 'The variant of the package.' }),
    fits: Type.Boolean({ description: 'The variant is offered for this vehicle.' }),
    reasons: Type.Array(VariantReason, { description: 'Every reason for and against it.' }),
    why: Type.Array(Type.String(), { description: 'The same in English words, for support.' }),
  },
  { description: Type.String({ description: 'The variant in words, as the package has them.' }) },
)

export type VariantExplanation = Static<typeof VariantExplanation>

export const explainPackages = operation({
  id: 'explainPackages',
  method: 'GET',
  path: `/system-clients/{system_client_id}/surveys/{survey_id}/questions/{question_id}/answers/{answer_id}/packages`,
  heading: 'Board',
  summary: 'Ask why a package is not shown',
  description:
    'Every package assigned to the answer with each of its variants, whether it fits, and which attribute excluded it.',
  right: 'read',
  params: {
    system_client_id: 'The system client.',
    survey_id: 'The survey.',
    question_id: 'The question.',
    answer_id: 'The answer.',
  },
  replies: { 200: { description: 'The variants.', body: Type.Array(VariantExplanation) } },
  problems: ['noSuchResource'],
  decisions: ['E1', 'E2'],
})
