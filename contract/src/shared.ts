// Values that several resources share: units, people and companies, the vehicle.

import { type Static, Type } from 'typebox'
import {
  amount,
  choice,
  described,
  flag,
  identifier,
  list,
  moment,
  number,
  owned,
  personal,
  plain,
  quantity,
  record,
  sent,
  text,
  year,
} from './schema.ts'
import { surveyTypes } from './survey-types.ts'

export const unitAliases = { mile: 'mi', inch: 'in', hr: 'hour', pc: 'ea', liter: 'l' } as const

export const UnitOfMeasure = choice(
  'Unit of measure. Aliases are accepted and come back as the code they stand for.',
  ['mm', 'm', 'km', 'mi', 'in', '%', 'hour', 'ea', 'pac', 'l', 'ml', 'kg', 'g', 'Cel', 'Fa', 'K'],
  unitAliases,
)

export const currency = (description: string) =>
  Type.String({ description, format: 'iso4217', examples: ['EUR'] })

/** Two or three letters for the language, then any parts of one to eight letters or digits. */
export const languageTag = (description: string) =>
  Type.String({ description, format: 'bcp47', maxLength: 35, examples: ['de'], 'x-ours': true })

export const SurveyTypeSchema = choice(
  '`health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, ' +
    '`CVR` customer video review.',
  [...surveyTypes],
)

export const Status = choice('The finding: fine, advise, urgent.', ['green', 'amber', 'red'])
export type Status = 'green' | 'amber' | 'red'

const contacts = {
  landline: text('Telephone, fixed line.'),
  mobilePhone: text('Mobile telephone.'),
  modifiedMobilePhone: owned(
    text('Mobile telephone as corrected inside the service; the DMS reads it from the full survey.'),
  ),
  email: text('E-mail address.'),
  modifiedEmail: owned(
    text('E-mail address as corrected inside the service; the DMS reads it from the full survey.'),
  ),
  address: text('Postal address.'),
  language: languageTag(
    'Ours: the language to write to this person or company in, as a tag of BCP 47 such as `de` or `pt-BR`. Kept as it was sent, also if ' +
      'there are no texts in it; then that of the base language, the site or the client is used.',
  ),
}

const personFields = {
  id: personal(identifier('Id of the person in the DMS.')),
  title: text('Form of address.'),
  firstName: text('First name.'),
  middleName: text('Middle name.'),
  lastName: text('Last name.'),
  gender: personal(choice('Left out, or `null` on input, when unknown.', ['male', 'female'])),
  ...contacts,
}

export const Person = record('Person', 'A natural person.', {}, personFields)
export type Person = Static<typeof Person>

const partnerRule = 'Decides which of the two kinds the partner is; on input it may be left out (A6).'

export const PersonPartner = record(
  'PersonPartner',
  'A business partner who is a natural person.',
  { category: sent(Type.Literal('person', { description: partnerRule })) },
  personFields,
)

export const CompanyPartner = record(
  'CompanyPartner',
  'A business partner that is a company.',
  { category: sent(Type.Literal('legalEntity', { description: partnerRule })) },
  {
    id: personal(identifier('Customer id in the DMS.')),
    name: text('Name of the company.'),
    ...contacts,
    contactPersons: list(Person, 'People to talk to at the company.'),
  },
)

export const BusinessPartner = Type.Union([PersonPartner, CompanyPartner], {
  $id: 'BusinessPartner',
  description:
    'A person or a company. Without `category` on input it is a `legalEntity` if it has `name` or ' +
    '`contactPersons`, else a `person`; fields of the other kind are dropped. Output always carries `category` (A6).',
  'x-read': 'businessPartner',
})
export type BusinessPartner = Static<typeof BusinessPartner>

export const fuelTypes = [
  'petrol',
  'diesel',
  'hybrid',
  'electric',
  'biofuelPetrol',
  'biofuelGas',
  'liquefiedGas',
] as const

export const Vehicle = record(
  'Vehicle',
  'A vehicle. An attribute that is absent is not used for choosing packages; one that is given filters them.',
  {},
  {
    id: identifier('Vehicle id in the DMS.'),
    vin: text('Vehicle identification number. Attributes left out are filled in from it (F4).', {
      maxLength: 128,
    }),
    numberPlate: text('Registration plate.', { maxLength: 128 }),
    numberPlateCountry: plain(text('Country code of the plate.', { maxLength: 128 })),
    make: plain(
      text(
        'Make. Used for package applicability and for choosing the outline image for damage marking; any value is accepted, but for one ' +
          'that is not known image and packages may be chosen wrongly.',
        { maxLength: 128 },
      ),
    ),
    derivativeCode: plain(
      text('Derivative code of the DMS. Used for package applicability.', { maxLength: 128 }),
    ),
    model: plain(text('Model text.')),
    modelCode: plain(
      text("The manufacturer's model code. Used for package applicability and the outline image.", {
        maxLength: 128,
      }),
    ),
    modelYear: year('Model year, four digits. Used for package applicability.'),
    fuelType: choice('Fuel or drive. Used for package applicability.', [...fuelTypes]),
    engineCapacity: number('Litres, rounded to one decimal. Used for package applicability.', {
      minimum: 0,
      'x-decimals': 1,
    }),
    airIntakeType: choice('`Turbo SC` is forced induction. Used for package applicability.', [
      'Turbo SC',
      'Naturally aspirated',
    ]),
    engineType: plain(text('Engine type; printed on acts.')),
    engineNumber: text('Engine number; printed on acts.'),
    colour: plain(text('Colour; printed on acts.')),
    gearboxType: plain(text('Gearbox type. Used for package applicability.', { maxLength: 128 })),
    productionYear: year('Production year, four digits. Used for package applicability.'),
    recordedMileage: quantity('Mileage known to the DMS.'),
    mileageUnit: choice('Unit of the mileage.', ['km', 'mi'], { mile: 'mi' }),
    recordedMileageDate: moment('When the mileage was recorded.'),
    warrantyStartDate: moment('Start of warranty: sale or first registration.'),
    warrantyEndDate: moment('End of warranty by its term.'),
    warrantyOn: flag(
      'Whether warranty applies; left out, or `null` on input, when unknown. Out of warranty the discount prices are quoted (E3).',
    ),
    serviceContractType: plain(text('Type of the service contract.')),
    serviceContractNumber: text('Number of the service contract.'),
    serviceContractStartDate: moment('Start of the service contract.'),
    serviceContractEndDate: moment('End of the service contract.'),
    estimatedPrice: amount('Estimated value; needs `estimatedPriceCurrency` (A9).'),
    estimatedPriceCurrency: currency('Currency of the estimated value, ISO 4217.'),
    vinResolutionStatus: owned(
      text('`OK` when data were obtained from the VIN; they are then stored in the matching fields (F4).'),
    ),
    owner: described(BusinessPartner, { description: 'Owner of the vehicle.' }),
    driver: described(Person, {
      description: "Driver. When present the driver's data go on printed forms, otherwise the customer's.",
    }),
  },
)
export type Vehicle = Static<typeof Vehicle>

/** The body of every error (B6). */
export const ErrorBody = record(
  'ApiError',
  'What went wrong. Accompanies every 4xx and 5xx answer.',
  {
    errorCode: Type.Integer({
      description: 'Stable number from the error catalogue, distinct from the HTTP status.',
    }),
    error: Type.String({ description: 'Short description, the same for every answer with this code.' }),
    errorInfo: Type.String({
      description:
        'Details: JSON path, shortened value and rule; line by line when several rules are broken.',
    }),
  },
  {},
)
export type ErrorBody = Static<typeof ErrorBody>
