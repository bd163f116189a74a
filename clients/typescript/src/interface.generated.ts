// Types and operations of the interface, from its OpenAPI document. Made by `npm run generate`; change the code instead.
import type { CallOptions, Reply, Route } from './call.ts'

export const interfaceVersion = '0.1.0'
/** What stands before each path. */
export const prefix = '/v1'

/** A standard answer of the template, or one that was entered. Only what is `selected` counts. */
export interface Answer {
  /** Unique within the question. Standard answers have the same id in every survey, entered ones an id of their own. */
  id: string
  /** Text of the answer. */
  value?: string
  /** For measured answers. Any code or alias of the unit table (A7). */
  unitOfMeasurement?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K"
  /** The finding: fine, advise, urgent. */
  status?: "green" | "amber" | "red"
  /** Internal comment; not for the customer. */
  comment?: string
  /** The answer is valid. Answers with false are ignored when results are processed. Left out on input it means true (D3). */
  selected?: boolean
  /** Packages offered on this answer that fit the vehicle; `selected` variants keep the prices of when they were selected (E2). */
  packages?: Package[]
  /** The answer was entered and is not one of the template; only such answers can be changed or removed. */
  custom?: boolean
  /** A proposal in the app until someone confirms it (D4). */
  default?: boolean
  /** Photos of this answer (D6). */
  photos?: Photo[]
  /** Colour of the damage mark this answer stands for (D7). */
  markColour?: string
  /** Photos may be attached. */
  photosAllowed?: boolean
  /** Selecting the answer needs a video. */
  videoMandatory?: boolean
}

/** A standard answer of the template, or one that was entered. Only what is `selected` counts. */
export interface AnswerInput {
  /** Unique within the question. Standard answers have the same id in every survey, entered ones an id of their own. */
  id?: unknown
  /** Text of the answer. */
  value?: string | null
  /** For measured answers. Any code or alias of the unit table (A7). */
  unitOfMeasurement?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K" | "mile" | "inch" | "hr" | "pc" | "liter" | null
  /** The finding: fine, advise, urgent. */
  status?: "green" | "amber" | "red" | null
  /** Internal comment; not for the customer. */
  comment?: string | null
  /** The answer is valid. Answers with false are ignored when results are processed. Left out on input it means true (D3). */
  selected?: boolean | null
  /** Packages offered on this answer that fit the vehicle; `selected` variants keep the prices of when they were selected (E2). */
  packages?: unknown
  /** The answer was entered and is not one of the template; only such answers can be changed or removed. */
  custom?: unknown
  /** A proposal in the app until someone confirms it (D4). */
  default?: unknown
  /** Photos of this answer (D6). */
  photos?: unknown
  /** Colour of the damage mark this answer stands for (D7). */
  markColour?: unknown
  /** Photos may be attached. */
  photosAllowed?: unknown
  /** Selecting the answer needs a video. */
  videoMandatory?: unknown
}

/** What went wrong. Accompanies every 4xx and 5xx answer. */
export interface ApiError {
  /** Stable number from the error catalogue, distinct from the HTTP status. */
  errorCode: number
  /** Short description, the same for every answer with this code. */
  error: string
  /** Details: JSON path, shortened value and rule; line by line when several rules are broken. */
  errorInfo: string
}

/** The customer. The customer's data go on printed forms when the vehicle has no driver. */
export type BusinessPartner = PersonPartner | CompanyPartner

/** The customer. The customer's data go on printed forms when the vehicle has no driver. */
export type BusinessPartnerInput = PersonPartnerInput | CompanyPartnerInput

/** Settings for the app: unit, bands, rules of visibility and so on. */
export interface ClientSettings {
  /** Unit of the measured value. */
  unit?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K"
  /** Decimals of the number pad. */
  decimals?: number
  /** Smallest number that can be meant; below it is a slip of the finger. */
  min?: number
  /** Largest number that can be meant. */
  max?: number
  /** Bands: a number selects the answer of its band (D3). */
  bounds?: ({
    /** Values below this. */
    lt: number
    /** The finding of this band. */
    status: "green" | "amber" | "red"
    /** The standard answer that stands for this band. */
    answerId: string
  } | {
    /** Values up to this. */
    lte: number
    /** The finding of this band. */
    status: "green" | "amber" | "red"
    /** The standard answer that stands for this band. */
    answerId: string
  } | {
    /** The finding of this band. */
    status: "green" | "amber" | "red"
    /** The standard answer that stands for this band. */
    answerId: string
  })[]
  /** Below it the law is broken; anything else is a recommendation. */
  legalMin?: number
  /** Above it the law is broken. */
  legalMax?: number
  /** Whether the measured thickness includes the backing plate. */
  withBackingPlate?: boolean
  /** The app takes three readings, of which the lowest counts, the DOT week and the size. */
  tyre?: boolean
  /** The app asks for a photo. */
  photoExpected?: boolean
  /** The app asks for a photo when the finding is one of these. */
  photoExpectedOn?: ("green" | "amber" | "red")[]
  /** A recording answers the question by itself from this length on; left out, with any length. */
  videoMinSeconds?: number
  /** Where the question lies, for work that covers an axle (I4); else the end of its id says it: FL, RR, F. */
  axle?: "front" | "rear"
  /** On which side of the vehicle the question lies, for values that are told together; else the end of its id says it: FL, RR. */
  side?: "left" | "right"
  /** What is looked at there (ours): printed as a picture of the four wheels; else `tyre` or the id says it: padFL, discR. */
  wheelPart?: "tread" | "pad" | "disc"
  /** The question is shown where this rule holds (D2). */
  visibleIf?: Rule
  /** Answered on the drawing of the vehicle. */
  damageMap?: boolean
  /** A place of its own for the answer on printed acts. */
  printAs?: "mileage" | "energyLevel" | "request" | "belongings" | "handedOver"
  /** The customer agrees to something: "all good" never touches it (D4). */
  consent?: boolean
  /** When the app asks back about a mileage. */
  warn?: MileageWarnings
}

/** Where the clock is set; neither field: back to the real time. */
export interface ClockChange {
  /** To this time, not before the real one. */
  at?: string | null
  /** Ahead by a number of seconds, minutes, hours, days or weeks: `90s`, `10m`, `2h`, `3d`, `1w`. */
  forward?: string | null
}

/** A business partner that is a company. */
export interface CompanyPartner {
  /** Decides which of the two kinds the partner is; on input it may be left out (A6). */
  category: "legalEntity"
  /** Customer id in the DMS. */
  id?: string
  /** Name of the company. */
  name?: string
  /** Telephone, fixed line. */
  landline?: string
  /** Mobile telephone. */
  mobilePhone?: string
  /** Mobile telephone as corrected inside the service; the DMS reads it from the full survey. */
  modifiedMobilePhone?: string
  /** E-mail address. */
  email?: string
  /** E-mail address as corrected inside the service; the DMS reads it from the full survey. */
  modifiedEmail?: string
  /** Postal address. */
  address?: string
  /** Ours: the language to write to this person or company in, as a tag of BCP 47 such as `de` or `pt-BR`. Kept as it was sent, also if there are no texts in it; then that of the base language, the site or the client is used. */
  language?: string
  /** People to talk to at the company. */
  contactPersons?: Person[]
}

/** A business partner that is a company. */
export interface CompanyPartnerInput {
  /** Decides which of the two kinds the partner is; on input it may be left out (A6). */
  category?: "legalEntity" | null
  /** Customer id in the DMS. */
  id?: string | null
  /** Name of the company. */
  name?: string | null
  /** Telephone, fixed line. */
  landline?: string | null
  /** Mobile telephone. */
  mobilePhone?: string | null
  /** Mobile telephone as corrected inside the service; the DMS reads it from the full survey. */
  modifiedMobilePhone?: unknown
  /** E-mail address. */
  email?: string | null
  /** E-mail address as corrected inside the service; the DMS reads it from the full survey. */
  modifiedEmail?: unknown
  /** Postal address. */
  address?: string | null
  /** Ours: the language to write to this person or company in, as a tag of BCP 47 such as `de` or `pt-BR`. Kept as it was sent, also if there are no texts in it; then that of the base language, the site or the client is used. */
  language?: string | null
  /** People to talk to at the company. */
  contactPersons?: PersonInput[] | null
}

/** A lead: a customer asks for a review of a vehicle. A PUT replaces everything the DMS owns (A1). */
export interface CustomerReviewRequest {
  /** Dealer code; binds the lead to a dealership (C1). */
  externalBranchId: string
  /** Identifier of the lead; up to 40 characters are recommended. In a body it may be left out; given, it must equal the one in the path (A5). */
  id: string
  /** External identifier, shown in the app. */
  externalId?: string
  /** Identifier of the department. */
  departmentId?: string
  /** Planned start. Left out: the creation time of the lead, fixed once (C7). */
  plannedStartTimestamp: string
  /** The lead is closed. Setting it closes all its surveys. */
  closed?: boolean
  /** The lead was cancelled without work; counted apart in statistics. Setting it closes all its surveys. */
  rejected?: boolean
  /** Short text. */
  description?: string
  /** The customer who asks for the review. */
  customer?: BusinessPartner
  /** Who looks after the lead; planned inspector of the `CVR` survey (C6). */
  responsiblePerson?: Person
  /** The vehicle to be reviewed. */
  vehicle?: Vehicle
  /** True: a CVR survey is made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2). */
  reviewSurveyRelease?: boolean
  /** The branch the lead is bound to (C1). */
  branchId: string
  /** The site of that branch. */
  siteId: string
  /** The name of that site. */
  siteName: string
  /** The surveys of the lead, by id, type and template (C5). */
  surveys: SurveyRef[]
  /** Given, it replaces all deals; left out or null, the deals set one by one stay (A2). */
  deals: ListedDeal[]
}

/** A lead: a customer asks for a review of a vehicle. A PUT replaces everything the DMS owns (A1). */
export interface CustomerReviewRequestInput {
  /** Dealer code; binds the lead to a dealership (C1). */
  externalBranchId: string
  /** Identifier of the lead; up to 40 characters are recommended. In a body it may be left out; given, it must equal the one in the path (A5). */
  id?: string | null
  /** External identifier, shown in the app. */
  externalId?: string | null
  /** Identifier of the department. */
  departmentId?: string | null
  /** Planned start. Left out: the creation time of the lead, fixed once (C7). */
  plannedStartTimestamp?: string | null
  /** The lead is closed. Setting it closes all its surveys. */
  closed?: boolean | null
  /** The lead was cancelled without work; counted apart in statistics. Setting it closes all its surveys. */
  rejected?: boolean | null
  /** Short text. */
  description?: string | null
  /** The customer who asks for the review. */
  customer?: BusinessPartnerInput | null
  /** Who looks after the lead; planned inspector of the `CVR` survey (C6). */
  responsiblePerson?: PersonInput | null
  /** The vehicle to be reviewed. */
  vehicle?: VehicleInput | null
  /** True: a CVR survey is made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2). */
  reviewSurveyRelease?: boolean | null
  /** The branch the lead is bound to (C1). */
  branchId?: unknown
  /** The site of that branch. */
  siteId?: unknown
  /** The name of that site. */
  siteName?: unknown
  /** The surveys of the lead, by id, type and template (C5). */
  surveys?: unknown
  /** Given, it replaces all deals; left out or null, the deals set one by one stay (A2). */
  deals?: ListedDealInput[] | null
}

/** The damage of a vehicle: what this survey marked, and what earlier visits of the same vehicle had. Our addition. */
export interface Damage {
  /** Which outline is drawn. */
  bodyStyle: string
  /** What this survey marked. */
  marks: DamageMark[]
  /** What earlier visits of the same vehicle had. */
  earlier: DamageMark[]
}

/** A damage on the drawing of the vehicle. Our addition. */
export interface DamageMark {
  /** What it is. */
  kind: "scratch" | "dent" | "chip" | "crack" | "rust" | "missing" | "other"
  /** Place on the drawing, in its units: see the survey's damage outline. */
  x: number
  /** Place on the drawing, from its top. */
  y: number
  /** Unique within the survey. */
  id: string
  /** As it is printed: marks are numbered in their order. */
  number?: number
  /** How large, roughly: up to a coin, up to a hand, larger. */
  size?: "small" | "medium" | "large"
  /** The part under the mark, as `bodyPartApplicabilityList` names parts. */
  panel?: string
  /** Remark; printed on forms. */
  comment?: string
  /** The workshop's own; on no form, and never shown to the owner. */
  internalComment?: string
  /** The outline it was set on, where the app had to choose one by itself; the first mark of a survey decides. Not returned. */
  bodyStyle?: "hatchback" | "saloon" | "estate" | "suv" | "coupe" | "mpv" | "van" | "minibus" | "pickup"
  /** Photos of the mark. */
  photos?: Photo[]
  /** On marks of earlier visits: the survey they were made in. */
  surveyId?: string
  /** On marks of earlier visits: when they were made. */
  seenAt?: string
}

/** A mark. */
export interface DamageSeen {
  /** The survey, which is in `visits`. */
  surveyId: string
  /** When, as an instant. */
  at: string
  /** The mark. */
  markId: string
}

/** A deal made from a lead. */
export interface DealItem {
  /** Identifier of the deal; in a body it may be left out (A5). */
  id?: string | null
  /** Site of the deal. */
  siteId?: string | null
  /** Dealer code of the deal. */
  branchId?: string | null
  /** Department of the deal. */
  departmentId?: string | null
  /** The deal was cancelled. */
  rejected?: boolean | null
  /** Number of the payment invoice. */
  orderId?: string | null
  /** Date of the payment invoice. */
  orderTimestamp?: string | null
  /** Number of the invoice. */
  invoiceId?: string | null
  /** Date of the invoice. */
  invoiceTimestamp?: string | null
  /** Invoice amount without VAT; needs `invoiceCurrency` (A9). */
  invoiceAmountExVat?: number | null
  /** Invoice amount with VAT; needs `invoiceCurrency` (A9). */
  invoiceAmountIncVat?: number | null
  /** ISO 4217; needed when invoice amounts are sent (A9). */
  invoiceCurrency?: string | null
  /** Payments received on the invoice. */
  payedAmount?: number | null
  /** Number of the delivery note. */
  deliveryNoteId?: string | null
  /** Date of the delivery note. */
  deliveryTimestamp?: string | null
}

/** Something that happened. Kinds, payloads and versions are listed in the documentation of events (I10). */
export interface FeedEvent {
  /** Its position in the log; opaque. Give it as `after` to read on behind it. */
  id: string
  /** What happened, as `survey.completed`. Kinds are added over time. */
  kind: string
  /** Of the kind: how its payload is to be read. */
  version: number
  /** To what: `order/4711`, `survey/…`, `lead/…`, `package/…`. */
  subject: string
  /** When it happened. The log is in the order of positions, not of this time. */
  at: string
  /** Who did it: `login:…`, `support:…` or `system:…`. */
  actor: string
  /** The order or lead that the subject belongs to, as `order/4711`; `vehicle/…` and the id of the survey if it has neither. */
  card?: string
  /** The branch it belonged to when it was logged. */
  branchId?: string
  /** What the kind carries; left out if it carries nothing. Nothing personal. */
  payload?: Record<string, unknown>
}

/** The same in the period before. */
export interface FigureBefore {
  /** The value; of a share between 0 and 1. Left out if there was nothing to divide by, and of a share of fewer than 10: then say "`count` of `of`". */
  value?: number
  /** Of a ratio: what was divided. Times are in seconds. */
  count?: number
  /** Of a ratio: by what it was divided. */
  of?: number
}

/** An order behind the figures, with the figures of it alone. */
export interface FigureCar {
  /** The service order. */
  orderId: string
  /** The day it counts on. */
  day: string
  /** The branch. */
  branchId: string
  /** As of a group: added up over all orders, `value` of what is counted or paid, and `count` and `of` of everything else, are those of the figures. */
  figures: FigureValue[]
  /** What the branch is called. */
  branch?: string
  /** The number people know the order by. */
  externalId?: string
  /** Plate. */
  numberPlate?: string
  /** VIN. */
  vin?: string
  /** Make. */
  make?: string
  /** Model. */
  model?: string
  /** The order was rejected: it counts as that and nowhere else. */
  isRejected?: boolean
  /** Who advised and checked; of others than the person who asks only if the system client has allowed it. */
  persons?: FigurePerson[]
}

/** Orders behind the figures of a period: one page of them. */
export interface FigureCars {
  /** Days in the time zone of the system client. */
  period: FigurePeriod
  /** In the order that was asked for. */
  cars: FigureCar[]
  /** Every figure in words. */
  definitions: FigureDefinition[]
  /** The setting of the system client lets people see the figures of other persons. */
  arePersonsNamed: boolean
  /** The role of the caller sees only its own orders. */
  isOwnOnly: boolean
  /** What happened up to then is counted; usually some seconds ago. Left out if nothing is yet. */
  asOf?: string
  /** Give it as `cursor` for the next page; left out: this is the last. */
  next?: string
}

/** What a figure means. */
export interface FigureDefinition {
  /** Of the figure. */
  id: string
  /** How its value is read; `money` is without VAT, `minutes` and `seconds` are averages. */
  kind: "count" | "share" | "average" | "minutes" | "seconds" | "stars" | "money"
  /** What it is called. */
  name: string
  /** How it is counted. */
  words: string
}

/** The figures of one branch, site, person or time. */
export interface FigureGroup {
  /** The figures, in the order of `definitions`. */
  figures: FigureValue[]
  /** The id of the branch or site, the key of the person, or the first day; left out if nothing is grouped. */
  key?: string
  /** What the branch, site or person is called. */
  name?: string
  /** It is the person who asks. */
  isOwn?: boolean
}

/** Days in the time zone of the system client. */
export interface FigurePeriod {
  /** The first day. */
  from: string
  /** The last day. */
  to: string
}

/** Somebody who had to do with an order. */
export interface FigurePerson {
  /** The key of the person, as `person` takes it. */
  key: string
  /** What the person is called. */
  name: string
  /** It is the person who asks. */
  isOwn?: boolean
}

/** A figure with its value. */
export interface FigureValue {
  /** Which figure, as in `definitions`. */
  id: string
  /** Of money: the currency. Currencies are never added up. */
  currency?: string
  /** The value; of a share between 0 and 1. Left out if there was nothing to divide by, and of a share of fewer than 10: then say "`count` of `of`". */
  value?: number
  /** Of a ratio: what was divided. Times are in seconds. */
  count?: number
  /** Of a ratio: by what it was divided. */
  of?: number
  /** The same in the period before. */
  before?: FigureBefore
}

/** Figures of a period. */
export interface Figures {
  /** Days in the time zone of the system client. */
  period: FigurePeriod
  /** Days in the time zone of the system client. */
  before: FigurePeriod
  /** Every figure in words. */
  definitions: FigureDefinition[]
  /** One for each group of which there is anything; without a grouping exactly one. */
  groups: FigureGroup[]
  /** The setting of the system client lets people see the figures of other persons. */
  arePersonsNamed: boolean
  /** The role of the caller sees only its own figures. */
  isOwnOnly: boolean
  /** What happened up to then is counted; usually some seconds ago. Left out if nothing is yet. */
  asOf?: string
  /** How many branches, sites or persons are left out: of more than 1,000, those with the most orders are returned. Name branches or sites to see the others. */
  more?: number
}

/** The finding at one visit. */
export interface FindingAtVisit {
  /** The survey, which is in `visits`. */
  surveyId: string
  /** When, as an instant. */
  at: string
  /** How urgent. */
  grade: "amber" | "red"
  /** What was measured. */
  value?: string
  /** Unit of measure. Aliases are accepted and come back as the code they stand for. */
  unit?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K"
  /** Work was offered. */
  isOffered?: boolean
}

/** An answer given at the car (D3): a standard answer by its id, a number that finds its band, or words of its own. */
export interface GivenAnswer {
  /** The question. */
  questionId: string
  /** A standard answer; or, with `custom`, the id the entered answer gets. */
  answerId?: string | null
  /** The answer is entered, not chosen. */
  custom?: boolean | null
  /** Number or words. */
  value?: string | null
  /** Unit of measure. Aliases are accepted and come back as the code they stand for. */
  unitOfMeasurement?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K" | "mile" | "inch" | "hr" | "pc" | "liter" | null
  /** The finding: fine, advise, urgent. */
  status?: "green" | "amber" | "red" | null
  /** Internal comment. */
  comment?: string | null
  /** Versions of the answer that the person was shown when they tapped (`taps` of the survey, or ids of own edits): these it replaces. Left out beside `at`: none; left out without `at`: all there are (I1). */
  seen?: string[] | null
}

/** A damage, with every visit that marked it: the same kind on the same part, close to the same place. */
export interface KnownDamage {
  /** What it is. */
  kind: "scratch" | "dent" | "chip" | "crack" | "rust" | "missing" | "other"
  /** The outline it is marked on. */
  bodyStyle: string
  /** Place on the outline, as marked last. */
  x: number
  /** Place on the outline, from its top. */
  y: number
  /** The oldest first. */
  seen: DamageSeen[]
  /** The part, as `bodyPartApplicabilityList` names parts. */
  panel?: string
  /** The part in words. */
  panelText?: string
  /** How large, as marked last. */
  size?: "small" | "medium" | "large"
  /** Remark, as written last. */
  comment?: string
}

/** The vehicle, as its newest visit describes it; without owner and driver. */
export interface KnownVehicle {
  /** Vehicle identification number. Attributes left out are filled in from it (F4). */
  vin?: string
  /** Registration plate. */
  numberPlate?: string
  /** Country code of the plate. */
  numberPlateCountry?: string
  /** Make. Used for package applicability and for choosing the outline image for damage marking; any value is accepted, but for one that is not known image and packages may be chosen wrongly. */
  make?: string
  /** Model text. */
  model?: string
  /** The manufacturer's model code. Used for package applicability and the outline image. */
  modelCode?: string
  /** Model year, four digits. Used for package applicability. */
  modelYear?: number
  /** Fuel or drive. Used for package applicability. */
  fuelType?: "petrol" | "diesel" | "hybrid" | "electric" | "biofuelPetrol" | "biofuelGas" | "liquefiedGas"
  /** Colour; printed on acts. */
  colour?: string
  /** Production year, four digits. Used for package applicability. */
  productionYear?: number
}

/** A lead in short form: without `deals` (C7). */
export interface LeadListItem {
  /** Dealer code; binds the lead to a dealership (C1). */
  externalBranchId: string
  /** Identifier of the lead; up to 40 characters are recommended. In a body it may be left out; given, it must equal the one in the path (A5). */
  id: string
  /** External identifier, shown in the app. */
  externalId?: string
  /** Identifier of the department. */
  departmentId?: string
  /** Planned start. Left out: the creation time of the lead, fixed once (C7). */
  plannedStartTimestamp: string
  /** The lead is closed. Setting it closes all its surveys. */
  closed?: boolean
  /** The lead was cancelled without work; counted apart in statistics. Setting it closes all its surveys. */
  rejected?: boolean
  /** Short text. */
  description?: string
  /** The customer who asks for the review. */
  customer?: BusinessPartner
  /** Who looks after the lead; planned inspector of the `CVR` survey (C6). */
  responsiblePerson?: Person
  /** The vehicle to be reviewed. */
  vehicle?: Vehicle
  /** True: a CVR survey is made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2). */
  reviewSurveyRelease?: boolean
  /** The branch the lead is bound to (C1). */
  branchId: string
  /** The site of that branch. */
  siteId: string
  /** The name of that site. */
  siteName: string
  /** The surveys of the lead, by id, type and template (C5). */
  surveys: SurveyRef[]
}

/** A deal as part of a lead. */
export interface ListedDeal {
  /** Identifier of the deal. */
  id: string
  /** Site of the deal. */
  siteId?: string
  /** Dealer code of the deal. */
  branchId?: string
  /** Department of the deal. */
  departmentId?: string
  /** The deal was cancelled. */
  rejected?: boolean
  /** Number of the payment invoice. */
  orderId?: string
  /** Date of the payment invoice. */
  orderTimestamp?: string
  /** Number of the invoice. */
  invoiceId?: string
  /** Date of the invoice. */
  invoiceTimestamp?: string
  /** Invoice amount without VAT; needs `invoiceCurrency` (A9). */
  invoiceAmountExVat?: number
  /** Invoice amount with VAT; needs `invoiceCurrency` (A9). */
  invoiceAmountIncVat?: number
  /** ISO 4217; needed when invoice amounts are sent (A9). */
  invoiceCurrency?: string
  /** Payments received on the invoice. */
  payedAmount?: number
  /** Number of the delivery note. */
  deliveryNoteId?: string
  /** Date of the delivery note. */
  deliveryTimestamp?: string
}

/** A deal as part of a lead. */
export interface ListedDealInput {
  /** Identifier of the deal. */
  id: string
  /** Site of the deal. */
  siteId?: string | null
  /** Dealer code of the deal. */
  branchId?: string | null
  /** Department of the deal. */
  departmentId?: string | null
  /** The deal was cancelled. */
  rejected?: boolean | null
  /** Number of the payment invoice. */
  orderId?: string | null
  /** Date of the payment invoice. */
  orderTimestamp?: string | null
  /** Number of the invoice. */
  invoiceId?: string | null
  /** Date of the invoice. */
  invoiceTimestamp?: string | null
  /** Invoice amount without VAT; needs `invoiceCurrency` (A9). */
  invoiceAmountExVat?: number | null
  /** Invoice amount with VAT; needs `invoiceCurrency` (A9). */
  invoiceAmountIncVat?: number | null
  /** ISO 4217; needed when invoice amounts are sent (A9). */
  invoiceCurrency?: string | null
  /** Payments received on the invoice. */
  payedAmount?: number | null
  /** Number of the delivery note. */
  deliveryNoteId?: string | null
  /** Date of the delivery note. */
  deliveryTimestamp?: string | null
}

/** Values up to a limit. Bands ascend; the last has no limit and covers the rest. */
export interface MeasuredBand {
  /** The finding: fine, advise, urgent. */
  status: "green" | "amber" | "red"
  /** Values below this. */
  lt?: number
  /** Values up to this. */
  lte?: number
}

/** A value at one visit. */
export interface MeasuredReading {
  /** The survey, which is in `visits`. */
  surveyId: string
  /** When, as an instant. */
  at: string
  /** The value. */
  value: number
  /** The finding: fine, advise, urgent. */
  status?: "green" | "amber" | "red"
  /** Of that visit. */
  mileage?: number
  /** Of the mileage. */
  mileageUnit?: "km" | "mi"
}

/** What was measured for one question, visit by visit. */
export interface MeasuredSeries {
  /** The template of the question. */
  templateId: string
  /** The question: the same in all versions of the template. */
  questionId: string
  /** The question, in the client's language. */
  text: string
  /** The oldest first. */
  readings: MeasuredReading[]
  /** Unit of measure. Aliases are accepted and come back as the code they stand for. */
  unit?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K"
  /** What is measured at a wheel. */
  part?: "tread" | "pad" | "disc"
  /** At which wheels, if it is about wheels. */
  wheels?: ("frontLeft" | "frontRight" | "rearLeft" | "rearRight")[]
  /** Limits, of the newest version of the template that measured it. */
  bands?: MeasuredBand[]
  /** Below it the law is broken. */
  legalMin?: number
  /** Above it the law is broken. */
  legalMax?: number
}

/** When the app asks back about a mileage. */
export interface MileageWarnings {
  /** The mileage is lower than the one the DMS knows. */
  lowerThanRecorded?: boolean
  /** The mileage is higher than the one the DMS knows by more than this. */
  aboveRecordedBy?: number
}

/** A recipient of the message. */
export interface OutputDestination {
  /** E-mail address or telephone number. */
  address: string
  /** Identifier of the destination. */
  id?: string
  /** Name of the recipient. */
  name?: string
  /** As whom the recipient is known to the survey; left out for staff (G1). */
  sourcePartnerType?: "customer" | "driver" | "owner"
  /** Which contact person it is, when the recipient is a company with several. */
  sourcePartnerId?: string
}

/** A bundle of labour and material with prices. */
export interface Package {
  /** Identifier of the package. Own ones hold no `!`; centrally run ones are `<master>!<id>` (E5). */
  id: string
  /** System client that runs the package; may differ from the one it is read from. */
  masterClient: string
  /** Name of the package. */
  description?: string
  /** Longer text. */
  longText?: string
  /** ISO 4217; required for an own package, and whenever prices are sent. */
  currency?: string
  /** Prices are set by the manufacturer: the master's prices hold, dealer prices are not used (E3). */
  oemPricing?: boolean
  /** Kind of package; left out, or `null` on input, for none in particular. */
  packageType?: "scheduledMaintenance" | "recommendedMaintenance" | "promo" | "care" | "diagnostics" | "accessories"
  /** Service interval in km. */
  serviceIntervalMileage?: number
  /** Service interval in months. */
  serviceIntervalAge?: number
  /** Customers may select it themselves, for example as an automatic recommendation; such packages make automatic quotes (E8). */
  customerSelectionAvailable?: boolean
  /** Variants; the first that fits a vehicle is offered (E1). */
  variants?: PackageVariant[]
}

/** Binds own packages to one answer of a template; an empty list unbinds (E6). */
export interface PackageAssignmentInstruction {
  /** Question of the template. */
  questionId: string
  /** Standard answer of that question. */
  answerId: string
  /** Own packages of this client. */
  packageIds: string[]
  /** Limits the instruction to surveys of this site. */
  siteId?: string
  /** Limits it further to this branch; needs `siteId`. */
  branchId?: string
}

/** Binds own packages to one answer of a template; an empty list unbinds (E6). */
export interface PackageAssignmentInstructionInput {
  /** Question of the template. */
  questionId: string
  /** Standard answer of that question. */
  answerId: string
  /** Own packages of this client. */
  packageIds: string[]
  /** Limits the instruction to surveys of this site. */
  siteId?: string | null
  /** Limits it further to this branch; needs `siteId`. */
  branchId?: string | null
}

/** A package by name. */
export interface PackageHeader {
  /** Identifier of the package; centrally run ones are `<master>!<id>` (E5). */
  id: string
  /** System client that runs the package. */
  masterClient: string
  /** Name of the package. */
  description?: string
}

/** A bundle of labour and material with prices. */
export interface PackageInput {
  /** Identifier of the package. Own ones hold no `!`; centrally run ones are `<master>!<id>` (E5). */
  id?: string | null
  /** System client that runs the package; may differ from the one it is read from. */
  masterClient?: unknown
  /** Name of the package. */
  description?: string | null
  /** Longer text. */
  longText?: string | null
  /** ISO 4217; required for an own package, and whenever prices are sent. */
  currency?: string | null
  /** Prices are set by the manufacturer: the master's prices hold, dealer prices are not used (E3). */
  oemPricing?: boolean | null
  /** Kind of package; left out, or `null` on input, for none in particular. */
  packageType?: "scheduledMaintenance" | "recommendedMaintenance" | "promo" | "care" | "diagnostics" | "accessories" | null
  /** Service interval in km. */
  serviceIntervalMileage?: number | null
  /** Service interval in months. */
  serviceIntervalAge?: number | null
  /** Customers may select it themselves, for example as an automatic recommendation; such packages make automatic quotes (E8). */
  customerSelectionAvailable?: boolean | null
  /** Variants; the first that fits a vehicle is offered (E1). */
  variants?: PackageVariantInput[] | null
}

/** A labour or material item of a package variant. */
export interface PackageItem {
  /** Labour or material; `part` is accepted instead of `material`. */
  itemCategory: "labour" | "material"
  /** Identifier of the item within its variant or quote. */
  id?: string
  /** Part number, or operation code of labour. */
  itemCode?: string
  /** Text of the item. */
  description?: string
  /** Quantity. */
  quantity?: number
  /** Unit of the quantity: usually `hour` for labour, `ea` or `l` for material (A7). */
  unitOfMeasure?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K"
  /** Operation code; labour only. */
  labourCode?: string
  /** Labour type, as agreed with the dealer; labour only. */
  labourType?: string
  /** Labour catalogue; labour only. */
  catalogue?: string
  /** Material group, as agreed with the dealer; material only. */
  materialGroup?: string
  /** Material code; material only. */
  materialNumber?: string
  /** Material code of the dealer; material only. Filled only where the service knows the part coding of the DMS: no exchange may depend on it. */
  externalMaterialNumber?: string
  /** Total of the item without VAT (E3). Needed when prices are sent and when a quote is created: it feeds the statistics of the cost of found work. */
  amountExVat?: number
  /** Total of the item with VAT (E3). */
  amountIncVat?: number
  /** Total without VAT for vehicles out of warranty. */
  discountAmountExVat?: number
  /** Total with VAT for vehicles out of warranty. */
  discountAmountIncVat?: number
}

/** A labour or material item of a package variant. */
export interface PackageItemInput {
  /** Labour or material; `part` is accepted instead of `material`. */
  itemCategory: "labour" | "material" | "part"
  /** Identifier of the item within its variant or quote. */
  id?: string | null
  /** Part number, or operation code of labour. */
  itemCode?: string | null
  /** Text of the item. */
  description?: string | null
  /** Quantity. */
  quantity?: number | null
  /** Unit of the quantity: usually `hour` for labour, `ea` or `l` for material (A7). */
  unitOfMeasure?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K" | "mile" | "inch" | "hr" | "pc" | "liter" | null
  /** Operation code; labour only. */
  labourCode?: string | null
  /** Labour type, as agreed with the dealer; labour only. */
  labourType?: string | null
  /** Labour catalogue; labour only. */
  catalogue?: string | null
  /** Material group, as agreed with the dealer; material only. */
  materialGroup?: string | null
  /** Material code; material only. */
  materialNumber?: string | null
  /** Material code of the dealer; material only. Filled only where the service knows the part coding of the DMS: no exchange may depend on it. */
  externalMaterialNumber?: string | null
  /** Total of the item without VAT (E3). Needed when prices are sent and when a quote is created: it feeds the statistics of the cost of found work. */
  amountExVat?: number | null
  /** Total of the item with VAT (E3). */
  amountIncVat?: number | null
  /** Total without VAT for vehicles out of warranty. */
  discountAmountExVat?: number | null
  /** Total with VAT for vehicles out of warranty. */
  discountAmountIncVat?: number | null
}

/** Item prices of one package. Items not named keep their price (E4). */
export interface PackagePrices {
  /** ISO 4217; another one than before drops the old prices (E4). */
  currency: string
  /** The package; may be left out (A5). */
  id?: string | null
  /** Variants with items that get a price. */
  variants?: PricedVariant[] | null
}

/** One way to do the work of a package, for the vehicles it fits. */
export interface PackageVariant {
  /** Identifier of the variant within its package. */
  id: string
  /** Name of the variant. */
  description?: string
  /** Longer text. */
  longText?: string
  /** Prices per item (default), or one fixed price: item prices are then not kept. */
  variantPricingCategory?: "individualItemPricing" | "fixedVariantPrice"
  /** Price without VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  priceExVat?: number
  /** Price with VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  priceIncVat?: number
  /** Labour part without VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  labourPriceExVat?: number
  /** Labour part with VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  labourPriceIncVat?: number
  /** Parts without VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  partsPriceExVat?: number
  /** Parts with VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  partsPriceIncVat?: number
  /** Price without VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountPriceExVat?: number
  /** Price with VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountPriceIncVat?: number
  /** Labour part without VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountLabourPriceExVat?: number
  /** Labour part with VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountLabourPriceIncVat?: number
  /** Parts without VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountPartsPriceExVat?: number
  /** Parts with VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountPartsPriceIncVat?: number
  /** Prices of the variant are set by the manufacturer. */
  oemPricing?: boolean
  /** How the applicability lists are applied; more ways may be added. */
  applicabilityType?: "independentCriteria"
  /** Derivative codes. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  derivativeCodeApplicabilityList?: string[]
  /** Model codes. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  modelCodeApplicabilityList?: string[]
  /** Makes. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  makeApplicabilityList?: string[]
  /** Fuel types. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  fuelTypeApplicabilityList?: ("petrol" | "diesel" | "hybrid" | "electric" | "biofuelPetrol" | "biofuelGas" | "liquefiedGas")[]
  /** Air intake. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  airIntakeApplicabilityList?: ("Turbo SC" | "Naturally aspirated")[]
  /** Gearbox types. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  gearboxTypeApplicabilityList?: string[]
  /** Body parts; applies only to an exterior inspection with a drawing of the vehicle, and filters only for damage marks (E1). */
  bodyPartApplicabilityList?: string[]
  /** Litres, as text. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  engineCapacityApplicabilityList?: string[]
  /** Model years. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  modelYearApplicabilityList?: number[]
  /** Production years. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  productionYearApplicabilityList?: number[]
  /** The variant has a quantitative attribute; passed through (D7). */
  quantitative?: boolean
  /** Labour and material items. */
  contents?: PackageItem[]
  /** Chosen for the recommendation. One not selected was proposed by the service and not confirmed by the advisor. */
  selected?: boolean
  /** The customer's decision. */
  customerApproved?: "approved" | "rejected" | "deferred"
  /** To when the customer deferred the work; relevant for `deferred`. */
  deferralDate?: string
  /** Why the customer declined; relevant for `rejected`. */
  rejectionReasonCode?: string
}

/** One way to do the work of a package, for the vehicles it fits. */
export interface PackageVariantInput {
  /** Identifier of the variant within its package. */
  id: string
  /** Name of the variant. */
  description?: string | null
  /** Longer text. */
  longText?: string | null
  /** Prices per item (default), or one fixed price: item prices are then not kept. */
  variantPricingCategory?: "individualItemPricing" | "fixedVariantPrice" | null
  /** Price without VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  priceExVat?: number | null
  /** Price with VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  priceIncVat?: number | null
  /** Labour part without VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  labourPriceExVat?: number | null
  /** Labour part with VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  labourPriceIncVat?: number | null
  /** Parts without VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  partsPriceExVat?: number | null
  /** Parts with VAT. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  partsPriceIncVat?: number | null
  /** Price without VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountPriceExVat?: number | null
  /** Price with VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountPriceIncVat?: number | null
  /** Labour part without VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountLabourPriceExVat?: number | null
  /** Labour part with VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountLabourPriceIncVat?: number | null
  /** Parts without VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountPartsPriceExVat?: number | null
  /** Parts with VAT for vehicles out of warranty. Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3). */
  discountPartsPriceIncVat?: number | null
  /** Prices of the variant are set by the manufacturer. */
  oemPricing?: boolean | null
  /** How the applicability lists are applied; more ways may be added. */
  applicabilityType?: "independentCriteria" | null
  /** Derivative codes. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  derivativeCodeApplicabilityList?: string[] | null
  /** Model codes. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  modelCodeApplicabilityList?: string[] | null
  /** Makes. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  makeApplicabilityList?: string[] | null
  /** Fuel types. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  fuelTypeApplicabilityList?: ("petrol" | "diesel" | "hybrid" | "electric" | "biofuelPetrol" | "biofuelGas" | "liquefiedGas")[] | null
  /** Air intake. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  airIntakeApplicabilityList?: ("Turbo SC" | "Naturally aspirated")[] | null
  /** Gearbox types. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  gearboxTypeApplicabilityList?: string[] | null
  /** Body parts; applies only to an exterior inspection with a drawing of the vehicle, and filters only for damage marks (E1). */
  bodyPartApplicabilityList?: string[] | null
  /** Litres, as text. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  engineCapacityApplicabilityList?: string[] | null
  /** Model years. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  modelYearApplicabilityList?: number[] | null
  /** Production years. The variant fits vehicles with one of these values; empty or absent: all (E1). */
  productionYearApplicabilityList?: number[] | null
  /** The variant has a quantitative attribute; passed through (D7). */
  quantitative?: boolean | null
  /** Labour and material items. */
  contents?: PackageItemInput[] | null
  /** Chosen for the recommendation. One not selected was proposed by the service and not confirmed by the advisor. */
  selected?: unknown
  /** The customer's decision. */
  customerApproved?: unknown
  /** To when the customer deferred the work; relevant for `deferred`. */
  deferralDate?: unknown
  /** Why the customer declined; relevant for `rejected`. */
  rejectionReasonCode?: unknown
}

/** How many there are in each state, of all pages and whatever `state` asks for. */
export interface PartCounts {
  /** That wait for a reply. */
  requested: number
  /** With a price. */
  priced: number
  /** That cannot be had. */
  unavailable: number
}

/** A part with its price; the same fields as an item of a quote. */
export interface PartLine {
  /** What it is. */
  description: string
  /** How many or how much. */
  quantity: number
  /** Total of the item without VAT (E3). Needed when prices are sent and when a quote is created: it feeds the statistics of the cost of found work. */
  amountExVat: number
  /** Part number, or operation code of labour. */
  itemCode?: string
  /** Unit of the quantity: usually `hour` for labour, `ea` or `l` for material (A7). */
  unitOfMeasure?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K"
  /** Total of the item with VAT (E3). */
  amountIncVat?: number
}

/** A part with its price; the same fields as an item of a quote. */
export interface PartLineInput {
  /** What it is. */
  description: string
  /** How many or how much. */
  quantity: number
  /** Total of the item without VAT (E3). Needed when prices are sent and when a quote is created: it feeds the statistics of the cost of found work. */
  amountExVat: number
  /** Part number, or operation code of labour. */
  itemCode?: string | null
  /** Unit of the quantity: usually `hour` for labour, `ea` or `l` for material (A7). */
  unitOfMeasure?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K" | "mile" | "inch" | "hr" | "pc" | "liter" | null
  /** Total of the item with VAT (E3). */
  amountIncVat?: number | null
}

/** A page of the queue. */
export interface PartQueue {
  /** When it was read. */
  at: string
  /** How many there are in each state, of all pages and whatever `state` asks for. */
  counts: PartCounts
  /** Those that wait for a reply first, red before amber, and then what has waited longest. */
  entries: PartQueueEntry[]
  /** Give it as `after` for the next page; left out: this is the last. */
  next?: string
}

/** A request with its finding and its car. */
export interface PartQueueEntry {
  /** The survey. */
  surveyId: string
  /** Where the car is. */
  branchId: string
  /** Parts for a finding: asked for, and what the parts desk replied. */
  request: PartRequest
  /** What the finding is called. */
  title: string
  /** Its grade now. */
  grade: "amber" | "red"
  /** Since when it is in its state. */
  since: string
  /** The same in minutes, when the queue was read. */
  minutes: number
  /** Ids of the photos of the finding. */
  photos: string[]
  /** What was measured or said. */
  value?: string
  /** Of the value. */
  unitOfMeasurement?: string
  /** The service order. */
  orderId?: string
  /** The lead. */
  leadId?: string
  /** The number people know the order by. */
  externalId?: string
  /** Plate. */
  numberPlate?: string
  /** VIN. */
  vin?: string
  /** Make and model. */
  vehicle?: string
  /** Who answers for the car, by name. */
  advisor?: string
  /** When the car was promised to its owner. */
  promisedAt?: string
}

/** What the parts desk says. It replaces what was said before. */
export interface PartReply {
  /** The `revision` of the request that it is to. */
  revision: number
  /** `priced` needs `lines` and `currency`; `unavailable` has neither. */
  outcome: "priced" | "unavailable"
  /** Of the amounts, ISO 4217 (A9). */
  currency?: string | null
  /** What is needed and what it costs. */
  lines?: PartLineInput[] | null
  /** Of a price: the day on which the parts will be there; left out: they are in stock. */
  availableOn?: string | null
  /** What to say beside it. */
  note?: string | null
}

/** Parts for a finding: asked for, and what the parts desk replied. */
export interface PartRequest {
  /** The question of the finding. */
  questionId: string
  /** `requested`: the parts desk has to reply · `priced` · `unavailable`: cannot be had. */
  state: "requested" | "priced" | "unavailable"
  /** Goes up with every change; a reply names the one it is to. */
  revision: number
  /** When it was last asked for, by the service's clock. */
  requestedAt: string
  /** By whom, by name. */
  requestedBy: string
  /** By the person who asks. */
  isMine?: boolean
  /** What is needed, in words. */
  text?: string
  /** When the parts desk replied. */
  answeredAt?: string
  /** Who did, by name. */
  answeredBy?: string
  /** Of the amounts; ISO 4217. */
  currency?: string
  /** What is needed and what it costs. */
  lines?: PartLine[]
  /** The day on which the parts will be there; left out of a price: they are in stock. */
  availableOn?: string
  /** What the parts desk says beside it. */
  note?: string
}

/** A natural person. */
export interface Person {
  /** Id of the person in the DMS. */
  id?: string
  /** Form of address. */
  title?: string
  /** First name. */
  firstName?: string
  /** Middle name. */
  middleName?: string
  /** Last name. */
  lastName?: string
  /** Left out, or `null` on input, when unknown. */
  gender?: "male" | "female"
  /** Telephone, fixed line. */
  landline?: string
  /** Mobile telephone. */
  mobilePhone?: string
  /** Mobile telephone as corrected inside the service; the DMS reads it from the full survey. */
  modifiedMobilePhone?: string
  /** E-mail address. */
  email?: string
  /** E-mail address as corrected inside the service; the DMS reads it from the full survey. */
  modifiedEmail?: string
  /** Postal address. */
  address?: string
  /** Ours: the language to write to this person or company in, as a tag of BCP 47 such as `de` or `pt-BR`. Kept as it was sent, also if there are no texts in it; then that of the base language, the site or the client is used. */
  language?: string
}

/** A natural person. */
export interface PersonInput {
  /** Id of the person in the DMS. */
  id?: string | null
  /** Form of address. */
  title?: string | null
  /** First name. */
  firstName?: string | null
  /** Middle name. */
  middleName?: string | null
  /** Last name. */
  lastName?: string | null
  /** Left out, or `null` on input, when unknown. */
  gender?: "male" | "female" | null
  /** Telephone, fixed line. */
  landline?: string | null
  /** Mobile telephone. */
  mobilePhone?: string | null
  /** Mobile telephone as corrected inside the service; the DMS reads it from the full survey. */
  modifiedMobilePhone?: unknown
  /** E-mail address. */
  email?: string | null
  /** E-mail address as corrected inside the service; the DMS reads it from the full survey. */
  modifiedEmail?: unknown
  /** Postal address. */
  address?: string | null
  /** Ours: the language to write to this person or company in, as a tag of BCP 47 such as `de` or `pt-BR`. Kept as it was sent, also if there are no texts in it; then that of the base language, the site or the client is used. */
  language?: string | null
}

/** A business partner who is a natural person. */
export interface PersonPartner {
  /** Decides which of the two kinds the partner is; on input it may be left out (A6). */
  category: "person"
  /** Id of the person in the DMS. */
  id?: string
  /** Form of address. */
  title?: string
  /** First name. */
  firstName?: string
  /** Middle name. */
  middleName?: string
  /** Last name. */
  lastName?: string
  /** Left out, or `null` on input, when unknown. */
  gender?: "male" | "female"
  /** Telephone, fixed line. */
  landline?: string
  /** Mobile telephone. */
  mobilePhone?: string
  /** Mobile telephone as corrected inside the service; the DMS reads it from the full survey. */
  modifiedMobilePhone?: string
  /** E-mail address. */
  email?: string
  /** E-mail address as corrected inside the service; the DMS reads it from the full survey. */
  modifiedEmail?: string
  /** Postal address. */
  address?: string
  /** Ours: the language to write to this person or company in, as a tag of BCP 47 such as `de` or `pt-BR`. Kept as it was sent, also if there are no texts in it; then that of the base language, the site or the client is used. */
  language?: string
}

/** A business partner who is a natural person. */
export interface PersonPartnerInput {
  /** Decides which of the two kinds the partner is; on input it may be left out (A6). */
  category?: "person" | null
  /** Id of the person in the DMS. */
  id?: string | null
  /** Form of address. */
  title?: string | null
  /** First name. */
  firstName?: string | null
  /** Middle name. */
  middleName?: string | null
  /** Last name. */
  lastName?: string | null
  /** Left out, or `null` on input, when unknown. */
  gender?: "male" | "female" | null
  /** Telephone, fixed line. */
  landline?: string | null
  /** Mobile telephone. */
  mobilePhone?: string | null
  /** Mobile telephone as corrected inside the service; the DMS reads it from the full survey. */
  modifiedMobilePhone?: unknown
  /** E-mail address. */
  email?: string | null
  /** E-mail address as corrected inside the service; the DMS reads it from the full survey. */
  modifiedEmail?: unknown
  /** Postal address. */
  address?: string | null
  /** Ours: the language to write to this person or company in, as a tag of BCP 47 such as `de` or `pt-BR`. Kept as it was sent, also if there are no texts in it; then that of the base language, the site or the client is used. */
  language?: string | null
}

/** A photo of a survey, a question or an answer (D6). */
export interface Photo {
  /** Unique within the survey. */
  id: string
  /** When it was taken, by the camera; without an offset where the camera knew none. */
  takenAt?: string
  /** Of the photo in its own size. */
  contentType: string
  /** Pixels, upright. */
  width: number
  /** Pixels, upright. */
  height: number
}

/** The price of one item; both amounts are needed (E4). */
export interface PricedItem {
  /** The item. */
  id: string
  /** Total of the item without VAT (E3). Needed when prices are sent and when a quote is created: it feeds the statistics of the cost of found work. */
  amountExVat: number
  /** Total of the item with VAT (E3). */
  amountIncVat: number
}

/** The items of one variant that get a price. */
export interface PricedVariant {
  /** The variant. */
  id: string
  /** Items that get a price; others keep theirs (E4). */
  contents?: PricedItem[] | null
}

/** A question. Its id is the same in all surveys of one template. */
export interface Question {
  /** Tells the kinds of elements apart. */
  category: "question"
  /** Unique within the survey; the same in all surveys of one template. */
  id: string
  /** The question. */
  text: string
  /** True, false, or the name of a condition of the template (D2). */
  mandatory?: boolean | string
  /** Result of the `visibleIf` rule for this vehicle and these answers (D2). */
  visible?: boolean
  /** How it is answered. */
  questionCategory: "valueEntry" | "valueSelectionOrEntry" | "valueSelection"
  /** What an answer holds. */
  answerCategory: "text" | "textAndComment" | "length"
  /** Needs a signature. */
  answerSigned?: boolean
  /** Needs a video. */
  answerVideoMandatory?: boolean
  /** May be answered by "all good". */
  fastAnswer?: boolean
  /** Several standard answers may be selected at once. */
  multipleValueAnswer?: boolean
  /** Photos may be attached. */
  photosAllowed?: boolean
  /** Video may be attached. */
  videoAllowed?: boolean
  /** The last visit's answer is proposed. */
  stickyAnswers?: boolean
  /** Settings for the app: unit, bands, rules of visibility and so on. */
  clientSettings?: ClientSettings
  /** Photos of the question that belong to no answer (D6). */
  photos?: Photo[]
  /** Standard answers of the template and entered ones; nothing selected means not checked (D4). */
  answers?: Answer[]
}

/** Figures of questions in a period. */
export interface QuestionFigureList {
  /** Days in the time zone of the system client. */
  period: FigurePeriod
  /** Days in the time zone of the system client. */
  before: FigurePeriod
  /** Every figure in words. */
  definitions: FigureDefinition[]
  /** By template, in the order of their ids. */
  questions: QuestionFigures[]
  /** What happened up to then is counted; usually some seconds ago. Left out if nothing is yet. */
  asOf?: string
}

/** The figures of one question. */
export interface QuestionFigures {
  /** The template. */
  templateId: string
  /** The question. */
  questionId: string
  /** Seconds, find rate, and money per minute by currency. */
  figures: FigureValue[]
  /** The question in words; left out if no template has it any more. */
  text?: string
}

/** An offer to the customer: made through the interface (`quote`), a selected package variant (`package`), or one the service made because it is due (`upsaleQuote`). */
export interface Quote {
  /** `quote` made through the interface, `package` a package variant, `upsaleQuote` made automatically. */
  category: "quote" | "package" | "upsaleQuote"
  /** ISO 4217; needed with both amounts of the items for correct statistics. */
  currency: string
  /** Question of the survey; `upSale` is reserved for automatic quotes, to be left alone by others. */
  questionId: string
  /** Answer of that question; `upSale` for automatic quotes. */
  answerId: string
  /** Unique within the survey. In a body it may be left out (A5). */
  id: string
  /** Description of the offer. */
  description?: string
  /** Package; comes together with `variantId` (E7). Always there for `package` and `upsaleQuote`. */
  packageId?: string
  /** Variant of that package. On a `quote` the variant stops being current: the quote replaces it. Always there for `package` and `upsaleQuote`. */
  variantId?: string
  /** The customer's decision. */
  approvalStatus?: "approved" | "rejected" | "deferred"
  /** Date of deferral; relevant for `deferred`. */
  deferralDate?: string
  /** Reason for declining; relevant for `rejected`. */
  rejectionReasonCode?: string
  /** How the customer decided. */
  approvalMedium?: "internet" | "phone" | "direct"
  /** When the customer decided. */
  approvalDate?: string
  /** Labour and material items; each needs `amountExVat` (E7). */
  contents?: QuoteItem[]
  /** Shown to the customer; on automatic quotes only. */
  visible?: boolean
}

/** The customer's decision on a quote. */
export interface QuoteApproval {
  /** The customer's decision. */
  approvalStatus?: "approved" | "rejected" | "deferred" | null
  /** Date of deferral; relevant for `deferred`. */
  deferralDate?: string | null
  /** Reason for declining; relevant for `rejected`. */
  rejectionReasonCode?: string | null
  /** How the customer decided. */
  approvalMedium?: "internet" | "phone" | "direct" | null
  /** When the customer decided. */
  approvalDate?: string | null
}

/** An offer to the customer: made through the interface (`quote`), a selected package variant (`package`), or one the service made because it is due (`upsaleQuote`). */
export interface QuoteInput {
  /** `quote` made through the interface, `package` a package variant, `upsaleQuote` made automatically. */
  category: "quote" | "package" | "upsaleQuote"
  /** ISO 4217; needed with both amounts of the items for correct statistics. */
  currency: string
  /** Question of the survey; `upSale` is reserved for automatic quotes, to be left alone by others. */
  questionId: string
  /** Answer of that question; `upSale` for automatic quotes. */
  answerId: string
  /** Unique within the survey. In a body it may be left out (A5). */
  id?: string | null
  /** Description of the offer. */
  description?: string | null
  /** Package; comes together with `variantId` (E7). Always there for `package` and `upsaleQuote`. */
  packageId?: string | null
  /** Variant of that package. On a `quote` the variant stops being current: the quote replaces it. Always there for `package` and `upsaleQuote`. */
  variantId?: string | null
  /** The customer's decision. */
  approvalStatus?: "approved" | "rejected" | "deferred" | null
  /** Date of deferral; relevant for `deferred`. */
  deferralDate?: string | null
  /** Reason for declining; relevant for `rejected`. */
  rejectionReasonCode?: string | null
  /** How the customer decided. */
  approvalMedium?: "internet" | "phone" | "direct" | null
  /** When the customer decided. */
  approvalDate?: string | null
  /** Labour and material items; each needs `amountExVat` (E7). */
  contents?: QuoteItemInput[] | null
  /** Shown to the customer; on automatic quotes only. */
  visible?: unknown
}

/** A labour or material item of a quote. */
export interface QuoteItem {
  /** Labour or material; `part` is accepted instead of `material`. */
  itemCategory: "labour" | "material"
  /** Identifier of the item within its variant or quote. */
  id?: string
  /** Part number, or operation code of labour. */
  itemCode?: string
  /** Text of the item. */
  description?: string
  /** Quantity. */
  quantity?: number
  /** Unit of the quantity: usually `hour` for labour, `ea` or `l` for material (A7). */
  unitOfMeasure?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K"
  /** Operation code; labour only. */
  labourCode?: string
  /** Labour type, as agreed with the dealer; labour only. */
  labourType?: string
  /** Labour catalogue; labour only. */
  catalogue?: string
  /** Material group, as agreed with the dealer; material only. */
  materialGroup?: string
  /** Material code; material only. */
  materialNumber?: string
  /** Material code of the dealer; material only. Filled only where the service knows the part coding of the DMS: no exchange may depend on it. */
  externalMaterialNumber?: string
  /** Total of the item without VAT (E3). Needed when prices are sent and when a quote is created: it feeds the statistics of the cost of found work. */
  amountExVat: number
  /** Total of the item with VAT (E3). */
  amountIncVat?: number
  /** Our addition: the total without VAT before a discount, at least `amountExVat`. Left out: there is no discount. */
  fullAmountExVat?: number
  /** Our addition: the total with VAT before a discount, at least `amountIncVat`. Left out: there is no discount. */
  fullAmountIncVat?: number
}

/** A labour or material item of a quote. */
export interface QuoteItemInput {
  /** Labour or material; `part` is accepted instead of `material`. */
  itemCategory: "labour" | "material" | "part"
  /** Identifier of the item within its variant or quote. */
  id?: string | null
  /** Part number, or operation code of labour. */
  itemCode?: string | null
  /** Text of the item. */
  description?: string | null
  /** Quantity. */
  quantity?: number | null
  /** Unit of the quantity: usually `hour` for labour, `ea` or `l` for material (A7). */
  unitOfMeasure?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K" | "mile" | "inch" | "hr" | "pc" | "liter" | null
  /** Operation code; labour only. */
  labourCode?: string | null
  /** Labour type, as agreed with the dealer; labour only. */
  labourType?: string | null
  /** Labour catalogue; labour only. */
  catalogue?: string | null
  /** Material group, as agreed with the dealer; material only. */
  materialGroup?: string | null
  /** Material code; material only. */
  materialNumber?: string | null
  /** Material code of the dealer; material only. Filled only where the service knows the part coding of the DMS: no exchange may depend on it. */
  externalMaterialNumber?: string | null
  /** Total of the item without VAT (E3). Needed when prices are sent and when a quote is created: it feeds the statistics of the cost of found work. */
  amountExVat?: number | null
  /** Total of the item with VAT (E3). */
  amountIncVat?: number | null
  /** Our addition: the total without VAT before a discount, at least `amountExVat`. Left out: there is no discount. */
  fullAmountExVat?: number | null
  /** Our addition: the total with VAT before a discount, at least `amountIncVat`. Left out: there is no discount. */
  fullAmountIncVat?: number | null
}

/** The order or lead the survey belongs to: some header fields (C5). */
export interface ReferenceObject {
  /** Identifier of the order or lead. */
  id: string
  /** External identifier, shown in the app and on printed forms. */
  externalId?: string
  /** Dealer code. */
  externalBranchId: string
  /** The DMS's own order type. */
  serviceOrderType?: string
  /** Planned start. */
  plannedStartTimestamp?: string
  /** Short text. */
  description?: string
  /** Currency of the order, ISO 4217. */
  currency?: string
  /** The order or lead is closed. */
  closed?: boolean
  /** The order or lead was cancelled without work. */
  rejected?: boolean
}

/** Shows another question's answer again, read only (D2). */
export interface ReferenceQuestion {
  /** Tells the kinds of elements apart. */
  category: "referenceQuestion"
  /** Unique within the survey. */
  id: string
  /** The question whose answer is shown. */
  referenceQuestionId: string
  /** Heading over the answer. */
  text: string
}

/** A rule over the vehicle and what was answered (D2). A text names one of the template's `conditions`. */
export type Rule = string | {
  /** Attribute of the vehicle, as the interface spells it: fuelType, make, modelYear … */
  field: string
  /** Values of the attribute. */
  in: (string | number | boolean)[]
} | {
  /** Attribute of the vehicle, as the interface spells it: fuelType, make, modelYear … */
  field: string
  /** Values of the attribute. */
  notIn: (string | number | boolean)[]
} | {
  /** Findings. */
  anyStatus: ("green" | "amber" | "red")[]
  /** Questions. */
  questions?: string[]
} | {
  answered: string | string[]
} | {
  /** Every one must hold. */
  all: Rule[]
} | {
  /** One must hold. */
  any: Rule[]
} | {
  not: Rule
}

/** The clock of a sandbox. */
export interface SandboxClock {
  /** The time by this clock. */
  now: string
  /** How far it is ahead of the real time. */
  aheadSeconds: number
}

/** What was removed. */
export interface SandboxReset {
  /** How many rows of all tables. */
  rows: number
}

/** A section. Sections may hold sections. */
export interface Section {
  /** Tells the kinds of elements apart. */
  category: "section"
  /** Unique within the survey. */
  id: string
  /** Sections and questions of the section, in their order. */
  contents: SurveyElement[]
  /** Name of the section. */
  text: string
  /** "All good" is offered for the section. */
  allowSelectAll?: boolean
}

/** The key that asks, and what it reaches. */
export interface Self {
  /** The login the key belongs to. */
  login: SelfLogin
  /** The key itself, without its secret. */
  key: SelfKey
  /** The system clients it reaches, by name. */
  clients: SelfClient[]
  /** What the service takes (A10). Limits are added over time. */
  limits: SelfLimits
  /** Of the service. */
  serviceVersion: string
  /** Of the interface: the first part of every path. */
  interfaceVersion: string
}

/** A branch the role is limited to. */
export interface SelfBranch {
  /** The branch. */
  id: string
  /** Its name, as people read it. */
  name: string
  /** The site it belongs to. */
  siteId: string
}

/** A system client the key reaches. */
export interface SelfClient {
  /** The system client, as paths name it. */
  id: string
  /** Its name, as people read it. */
  name: string
  /** `demo`: the demo dealership, whose people are invented and get no messages; `sandbox`: for tests of a DMS, nothing leaves it. */
  kind: "production" | "demo" | "sandbox"
  /** In which dates without an offset are read (A8); a name of the IANA list. */
  timeZone: string
  /** In which the client writes to customers and prints forms. */
  language: string
  /** What the login is there. */
  role: "dms" | "technician" | "parts" | "advisor" | "manager" | "admin" | "support"
  /** What the role may do: every operation needs one of these. */
  rights: string[]
  /** For amounts that people enter; ISO 4217. */
  currency?: string
  /** The branches whose cars it sees; left out if it sees all. */
  branches?: SelfBranch[]
}

/** The key itself, without its secret. */
export interface SelfKey {
  /** The beginning of the key, by which people name it. */
  prefix: string
  /** What it was issued for. */
  label: string
  /** When it was issued. */
  createdTimestamp: string
  /** After this time it is refused; left out if it does not expire. */
  expiresTimestamp?: string
}

/** What the service takes (A10). Limits are added over time. */
export interface SelfLimits {
  /** The longest body. */
  bodyBytes: number
  /** The longest body of packages and price lists. */
  packageBodyBytes: number
  /** Most entries of an array. */
  arrayLength: number
  /** Most entries of a price list. */
  priceListLength: number
  /** Most characters of a text. */
  textLength: number
  /** Most characters of an identifier. */
  idLength: number
  /** Most levels of objects and arrays. */
  nesting: number
  /** Most entries of a page of a list. */
  pageLength: number
  /** Most events of a page. */
  eventPageLength: number
  /** The longest a request waits for an event. */
  eventWaitSeconds: number
  /** Most requests of a key that wait for events at a time. */
  waitingRequests: number
  /** Most requests of the key in a minute, on each process; left out if there is no limit. */
  requestsPerMinute?: number
}

/** The login the key belongs to. */
export interface SelfLogin {
  /** As events name it: `login:…`. */
  id: string
  /** The login. */
  login: string
  /** Its name, as people read it. */
  name: string
}

/** A service order of the DMS. A PUT replaces everything the DMS owns: a field left out, or null, is unset (A1). */
export interface ServiceOrder {
  /** Dealer code; binds the order to a dealership (C1). */
  externalBranchId: string
  /** Identifier of the order; up to 40 characters are recommended. In a body it may be left out; given, it must equal the one in the path (A5). */
  id: string
  /** External identifier, shown in the app and on printed forms. */
  externalId?: string
  /** The DMS's own order type; informational only, it controls nothing. */
  serviceOrderType?: string
  /** Identifier of the department. */
  departmentId?: string
  /** Planned start of work. */
  plannedStartTimestamp?: string
  /** The order is closed. Setting it closes all surveys of the order. */
  closed?: boolean
  /** The order was cancelled without work, for example because the customer did not arrive; counted apart in statistics. Setting it closes all surveys of the order. */
  rejected?: boolean
  /** The main order. Absent or empty: this is a main order. Only main orders get surveys. */
  parentOrderId?: string
  /** Short text, may carry the customer request. `orderText` is taken as another name of this field (A6). */
  description?: string
  /** ISO 4217; needed whenever any amount is sent (A9). */
  currency?: string
  /** The customer. The customer's data go on printed forms when the vehicle has no driver. */
  customer?: BusinessPartner
  /** Who pays the order. */
  payer?: BusinessPartner
  /** The service advisor; planned inspector of the `health` survey (C6). */
  serviceAdvisor?: Person
  /** The technicians; planned inspectors of the `QC` survey (C6). */
  technicians?: Person[]
  /** Planned inspector of the `VC` survey (C6). */
  technician?: Person
  /** The vehicle that is worked on. */
  vehicle?: Vehicle
  /** Lines of the order. */
  contents?: ServiceOrderContentItem[]
  /** True: the default `health` survey is not made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2). */
  defaultSurveyReleaseDisabled?: boolean
  /** True: a VC survey is made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2). */
  technicianSurveyRelease?: boolean
  /** True: a QC survey is made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2). */
  qcSurveyRelease?: boolean
  /** The branch the order is bound to (C1). */
  branchId: string
  /** The site of that branch. */
  siteId: string
  /** The name of that site. */
  siteName: string
  /** The surveys of the order, by id, type and template (C5). */
  surveys: SurveyRef[]
}

/** A labour or material line of an order. Any amount needs the `currency` of the order (A9). */
export interface ServiceOrderContentItem {
  /** Labour or material; `part` is accepted instead of `material`. */
  itemCategory: "labour" | "material"
  /** Item number in the DMS. */
  id?: string
  /** Part number, or operation code of labour. */
  itemCode?: string
  /** Text of the line. */
  description?: string
  /** Id of the labour catalogue; labour only. */
  catalogue?: string
  /** Material group; parts only. */
  materialGroup?: string
  /** Labour type; labour only. */
  labourType?: string
  /** Total quantity. */
  quantity?: number
  /** Unit of the quantities, usually `ea`, `hour` or `l` (A7). */
  unitOfMeasure?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K"
  /** Total without VAT, in the currency of the order. */
  amountExVat?: number
  /** Total with VAT, in the currency of the order. */
  amountIncVat?: number
  /** Quantity already invoiced. */
  soldQuantity?: number
  /** Sold quantity times unit price, without VAT. */
  soldAmountExVat?: number
  /** Sold quantity times unit price, with VAT. */
  soldAmountIncVat?: number
  /** Quantity marked as deferred in the DMS. */
  deferredQuantity?: number
  /** Deferred quantity times unit price, without VAT. */
  deferredAmountExVat?: number
  /** Deferred quantity times unit price, with VAT. */
  deferredAmountIncVat?: number
  /** To when the work is deferred; given only when there is a deferred quantity. */
  deferralDateTime?: string
  /** Survey the line comes from; used for reports. */
  healthSurveyId?: string
  /** Answer the line comes from; used for reports. */
  healthAnswerId?: string
  /** Package the line comes from; used for reports. */
  healthPackageId?: string
  /** Package variant the line comes from; used for reports. */
  healthPackageVariantId?: string
}

/** A labour or material line of an order. Any amount needs the `currency` of the order (A9). */
export interface ServiceOrderContentItemInput {
  /** Labour or material; `part` is accepted instead of `material`. */
  itemCategory: "labour" | "material" | "part"
  /** Item number in the DMS. */
  id?: string | null
  /** Part number, or operation code of labour. */
  itemCode?: string | null
  /** Text of the line. */
  description?: string | null
  /** Id of the labour catalogue; labour only. */
  catalogue?: string | null
  /** Material group; parts only. */
  materialGroup?: string | null
  /** Labour type; labour only. */
  labourType?: string | null
  /** Total quantity. */
  quantity?: number | null
  /** Unit of the quantities, usually `ea`, `hour` or `l` (A7). */
  unitOfMeasure?: "mm" | "m" | "km" | "mi" | "in" | "%" | "hour" | "ea" | "pac" | "l" | "ml" | "kg" | "g" | "Cel" | "Fa" | "K" | "mile" | "inch" | "hr" | "pc" | "liter" | null
  /** Total without VAT, in the currency of the order. */
  amountExVat?: number | null
  /** Total with VAT, in the currency of the order. */
  amountIncVat?: number | null
  /** Quantity already invoiced. */
  soldQuantity?: number | null
  /** Sold quantity times unit price, without VAT. */
  soldAmountExVat?: number | null
  /** Sold quantity times unit price, with VAT. */
  soldAmountIncVat?: number | null
  /** Quantity marked as deferred in the DMS. */
  deferredQuantity?: number | null
  /** Deferred quantity times unit price, without VAT. */
  deferredAmountExVat?: number | null
  /** Deferred quantity times unit price, with VAT. */
  deferredAmountIncVat?: number | null
  /** To when the work is deferred; given only when there is a deferred quantity. */
  deferralDateTime?: string | null
  /** Survey the line comes from; used for reports. */
  healthSurveyId?: string | null
  /** Answer the line comes from; used for reports. */
  healthAnswerId?: string | null
  /** Package the line comes from; used for reports. */
  healthPackageId?: string | null
  /** Package variant the line comes from; used for reports. */
  healthPackageVariantId?: string | null
}

/** A service order of the DMS. A PUT replaces everything the DMS owns: a field left out, or null, is unset (A1). */
export interface ServiceOrderInput {
  /** Dealer code; binds the order to a dealership (C1). */
  externalBranchId: string
  /** Identifier of the order; up to 40 characters are recommended. In a body it may be left out; given, it must equal the one in the path (A5). */
  id?: string | null
  /** External identifier, shown in the app and on printed forms. */
  externalId?: string | null
  /** The DMS's own order type; informational only, it controls nothing. */
  serviceOrderType?: string | null
  /** Identifier of the department. */
  departmentId?: string | null
  /** Planned start of work. */
  plannedStartTimestamp?: string | null
  /** The order is closed. Setting it closes all surveys of the order. */
  closed?: boolean | null
  /** The order was cancelled without work, for example because the customer did not arrive; counted apart in statistics. Setting it closes all surveys of the order. */
  rejected?: boolean | null
  /** The main order. Absent or empty: this is a main order. Only main orders get surveys. */
  parentOrderId?: string | null
  /** Short text, may carry the customer request. `orderText` is taken as another name of this field (A6). */
  description?: string | null
  /** ISO 4217; needed whenever any amount is sent (A9). */
  currency?: string | null
  /** The customer. The customer's data go on printed forms when the vehicle has no driver. */
  customer?: BusinessPartnerInput | null
  /** Who pays the order. */
  payer?: BusinessPartnerInput | null
  /** The service advisor; planned inspector of the `health` survey (C6). */
  serviceAdvisor?: PersonInput | null
  /** The technicians; planned inspectors of the `QC` survey (C6). */
  technicians?: PersonInput[] | null
  /** Planned inspector of the `VC` survey (C6). */
  technician?: PersonInput | null
  /** The vehicle that is worked on. */
  vehicle?: VehicleInput | null
  /** Lines of the order. */
  contents?: ServiceOrderContentItemInput[] | null
  /** True: the default `health` survey is not made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2). */
  defaultSurveyReleaseDisabled?: boolean | null
  /** True: a VC survey is made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2). */
  technicianSurveyRelease?: boolean | null
  /** True: a QC survey is made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2). */
  qcSurveyRelease?: boolean | null
  /** The branch the order is bound to (C1). */
  branchId?: unknown
  /** The site of that branch. */
  siteId?: unknown
  /** The name of that site. */
  siteName?: unknown
  /** The surveys of the order, by id, type and template (C5). */
  surveys?: unknown
  /** Another name of `description`. */
  orderText?: string | null
}

/** An order in a list: what names it, and what tells whether to read it. Nothing personal. Our addition (C9). */
export interface ServiceOrderSummary {
  /** Identifier of the order. */
  id: string
  /** Dealer code, as it was sent. */
  externalBranchId: string
  /** The branch the order is bound to (C1). */
  branchId: string
  /** The order is closed. */
  closed: boolean
  /** The order was cancelled without work. */
  rejected: boolean
  /** When its last change was logged; a list is in this order. */
  changedTimestamp: string
  /** The surveys of the order, by id, type and template (C5). */
  surveys: SurveyRef[]
  /** External identifier, shown in the app and on printed forms. */
  externalId?: string
  /** The DMS's own order type. */
  serviceOrderType?: string
  /** The main order. */
  parentOrderId?: string
  /** Planned start of work, as it was sent. */
  plannedStartTimestamp?: string
}

/** What a technician finds. With `answers` these are given; otherwise every question that is not answered yet gets one: the first ones that can be red or amber as many as are asked for, all others green. */
export interface SimulatedAnswers {
  /** How many questions get a red answer; left out: none. */
  red?: number | null
  /** How many questions get an amber answer; left out: none. */
  amber?: number | null
  /** The answers. */
  answers?: GivenAnswer[] | null
}

/** What was answered. */
export interface SimulatedAnswersResult {
  /** The questions, in the order they were answered. */
  questionIds: string[]
}

/** A car that is here before its order: what an advisor enters in the app. */
export interface SimulatedArrival {
  /** Dealer code or id of a branch that the client has. */
  externalBranchId: string
  /** The car, by `numberPlate`, `vin` or both. */
  vehicle: SimulatedVehicle
  /** The surveys to make; `VR` stands alone (C8), `CVR` is for leads. */
  surveyTypes: ("health" | "VC" | "QC" | "VR" | "CVR")[]
  /** What the customer says at the desk. */
  customer?: SimulatedCustomer | null
  /** The customer's request. */
  description?: string | null
}

/** What was made. */
export interface SimulatedArrivalResult {
  /** One for each type. */
  surveys: SimulatedSurvey[]
  /** The order made by hand. Events name it: `inspection.begun` as their subject, `order.matched` as `inspectionId`. Left out for `VR`, which has no order. */
  inspectionId?: string
  /** The order that has the surveys now: the one made by hand, or that of the DMS if it came before and was joined at once (I5). */
  orderId?: string
}

/** What the technician finds on the way. */
export interface SimulatedCompletion {
  /** How many questions get a red answer; left out: none. */
  red?: number | null
  /** How many questions get an amber answer; left out: none. */
  amber?: number | null
}

/** What the customer says at the desk. */
export interface SimulatedCustomer {
  /** First and last name. */
  name?: string | null
  /** Mobile telephone. */
  mobilePhone?: string | null
  /** E-mail address. */
  email?: string | null
}

/** What the owner says to one offer. */
export interface SimulatedDecision {
  /** The quote. */
  quoteId: string
  /** What the owner says. */
  decision: "approve" | "defer" | "decline"
  /** Until when deferred work waits, as YYYY-MM-DD; left out: what the page proposes. */
  until?: string | null
  /** The code of a reason to decline, of those the page shows. */
  reason?: string | null
}

/** What the owner decides: `all` offers alike that the page leaves open, also those decided before, or `lines` one by one. A line counts before `all`. */
export interface SimulatedDecisions {
  /** What the owner says. */
  all?: "approve" | "defer" | "decline" | null
  /** Single offers. */
  lines?: SimulatedDecision[] | null
  /** Until when deferred work waits, as YYYY-MM-DD; left out: what the page proposes. */
  until?: string | null
  /** The code that was sent, if the sum has to be confirmed with one. */
  code?: string | null
}

/** The decision. */
export interface SimulatedDecisionsResult {
  /** The receipt the owner sees. */
  receiptId: string
  /** The quotes that were decided. */
  quoteIds: string[]
}

/** Feedback of the owner. */
export interface SimulatedFeedback {
  /** From 1 to 5. */
  stars: number
  /** In words. */
  text?: string | null
}

/** The feedback. */
export interface SimulatedFeedbackResult {
  /** False if feedback came within the hour before. */
  isTaken: boolean
}

/** What an advisor offers: `lines` one by one, or with `all` a variant of every package that is offered on a red or amber answer: the first that fits the vehicle and has a price. A line counts before `all`. */
export interface SimulatedOffer {
  /** Work that is offered already stays as it is. */
  all?: boolean | null
  /** Single variants. */
  lines?: SimulatedOfferLine[] | null
}

/** A variant on an answer. */
export interface SimulatedOfferLine {
  /** The package. */
  packageId: string
  /** One of its variants that fit the vehicle. */
  variantId: string
  /** The question; left out: the first one whose answer offers the variant. */
  questionId?: string | null
  /** The answer; left out: one that was given. */
  answerId?: string | null
}

/** What is offered. */
export interface SimulatedOfferResult {
  /** The quotes that offer this work now. If a quote of the DMS has replaced a variant, or another finding has the same work already, it is that quote. */
  quoteIds: string[]
}

/** Where the photo belongs; neither: to the survey. */
export interface SimulatedPhoto {
  /** The question. */
  questionId?: string | null
  /** An answer of the question. */
  answerId?: string | null
}

/** The photo. */
export interface SimulatedPhotoResult {
  /** To be read by the operation of photos. */
  photoId: string
}

/** To whom the result is sent. */
export interface SimulatedSending {
  /** Left out: `customer`. */
  recipient?: "customer" | "owner" | "driver" | null
  /** Left out: `email`. */
  channel?: "email" | "sms" | null
}

/** The message. */
export interface SimulatedSendingResult {
  /** The message; its callback has the same `id`. */
  messageId: string
}

/** A survey that was made. */
export interface SimulatedSurvey {
  /** To be answered by `simulate-answers`. */
  id: string
  /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
  surveyType: "health" | "VC" | "QC" | "VR" | "CVR"
}

/** The car, by `numberPlate`, `vin` or both. */
export interface SimulatedVehicle {
  /** Registration plate. */
  numberPlate?: string | null
  /** Vehicle identification number. */
  vin?: string | null
  /** Make. */
  make?: string | null
  /** Model. */
  model?: string | null
}

/** A survey, complete. */
export interface Survey {
  /** Identifier of the survey. */
  id: string
  /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
  surveyType: "health" | "VC" | "QC" | "VR" | "CVR"
  /** Template the survey was made from. */
  templateId: string
  /** Name of the template (C5). */
  text: string
  /** Dealer code, copied from the order or lead. */
  branch: string
  /** The inspection is completed: answers no longer change (D5). */
  completed: boolean
  /** The survey is closed, by itself or because its order or lead was closed: the survey's own flag (C5). */
  closed: boolean
  /** Only on `health` surveys (C5). */
  category?: "interactiveHandover"
  /** The planned person who performed the inspection (C6). */
  plannedSurveyor?: Person
  /** Who may inspect: health the service advisor, VC the technician, QC the technicians, CVR the responsible person (C6). */
  plannedSurveyors: Person[]
  /** Who performed the inspection: for `health` the service advisor, for `VC` the mechanic. */
  surveyor?: Person
  /** The customer. Contact data corrected inside the service are in the `modified…` fields. */
  customer?: BusinessPartner
  /** The order or lead the survey belongs to: some header fields (C5). */
  referenceObject?: ReferenceObject
  /** Planned start of the order or lead. */
  plannedStartTimestamp?: string
  /** The vehicle that is inspected, its owner and driver with corrected contact data included. */
  surveyObject?: Vehicle
  /** Photos of the survey as a whole and of its damage marks (D6). */
  photos?: Photo[]
  /** Sections and questions, in their order. */
  contents: SurveyElement[]
  /** External identifier, from the order or lead. */
  externalId?: string
  /** Dealer code, from the order or lead. */
  externalBranchId?: string
  /** The DMS's own order type, from the order. */
  serviceOrderType?: string
  /** Currency, from the order; ISO 4217. */
  currency?: string
  /** The service advisor, from the order. */
  serviceAdvisor?: Person
  /** The vehicle, as the order or lead has it. */
  vehicle?: Vehicle
}

/** Section, question or referenced question, told apart by `category`. */
export type SurveyElement = Section | Question | ReferenceQuestion

/** The header of a survey, without its contents (C5). */
export interface SurveyListItem {
  /** Identifier of the survey. */
  id: string
  /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
  surveyType: "health" | "VC" | "QC" | "VR" | "CVR"
  /** Template the survey was made from. */
  templateId: string
  /** Name of the template (C5). */
  text: string
  /** Dealer code, copied from the order or lead. */
  branch: string
  /** The inspection is completed: answers no longer change (D5). */
  completed: boolean
  /** The survey is closed, by itself or because its order or lead was closed: the survey's own flag (C5). */
  closed: boolean
  /** Only on `health` surveys (C5). */
  category?: "interactiveHandover"
  /** The planned person who performed the inspection (C6). */
  plannedSurveyor?: Person
  /** Who may inspect: health the service advisor, VC the technician, QC the technicians, CVR the responsible person (C6). */
  plannedSurveyors: Person[]
  /** Who performed the inspection: for `health` the service advisor, for `VC` the mechanic. */
  surveyor?: Person
  /** The customer. Contact data corrected inside the service are in the `modified…` fields. */
  customer?: BusinessPartner
  /** The order or lead the survey belongs to: some header fields (C5). */
  referenceObject?: ReferenceObject
  /** Planned start of the order or lead. */
  plannedStartTimestamp?: string
  /** Who asked for the work: the customer (C5). */
  requester?: BusinessPartner
}

/** A survey as an order or lead names it (C5). */
export interface SurveyRef {
  /** Identifier of the survey. */
  id: string
  /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
  surveyType: "health" | "VC" | "QC" | "VR" | "CVR"
  /** Template the survey was made from. */
  templateId: string
}

/** A survey in a list of many: what names it, and what tells whether to read it. Nothing personal. Our addition (C9). */
export interface SurveySummary {
  /** Identifier of the survey. */
  id: string
  /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
  surveyType: "health" | "VC" | "QC" | "VR" | "CVR"
  /** Template the survey was made from. */
  templateId: string
  /** The inspection is completed: answers no longer change (D5). */
  completed: boolean
  /** The survey is closed, by itself or because its order or lead was closed: the survey's own flag (C5). */
  closed: boolean
  /** When its last change, or that of its order or lead, was logged; a list is in this order. */
  changedTimestamp: string
  /** Dealer code of its order or lead. */
  externalBranchId?: string
  /** The branch it belongs to (C1). */
  branchId?: string
  /** The order it belongs to. */
  orderId?: string
  /** The lead it belongs to. */
  leadId?: string
  /** When the inspection was completed. */
  completedTimestamp?: string
}

/** A template in the shape of a survey: nothing answered, no vehicle. */
export interface SurveyTemplate {
  /** For centrally run templates the master client, `!` and its id (E5). */
  id: string
  /** Name of the template. */
  text: string
  /** System client that defines the template. */
  masterClientId: string
  /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
  surveyType: "health" | "VC" | "QC" | "VR" | "CVR"
  /** Sections and questions, in their order. */
  contents: SurveyElement[]
  /** Only on `health` templates (C5). */
  category?: "interactiveHandover"
  /** Named rules that `mandatory` and `visibleIf` refer to. Our addition (D2). */
  conditions?: Record<string, Rule>
}

/** A survey template by name. */
export interface SurveyTemplateHeader {
  /** For centrally run templates the master client, `!` and its id (E5). */
  id: string
  /** Name of the template. */
  text: string
  /** System client that defines the template. */
  masterClientId: string
}

/** What was read on a tyre beside its tread. */
export interface TyreReading {
  /** The survey, which is in `visits`. */
  surveyId: string
  /** When, as an instant. */
  at: string
  /** The question: the same in all versions of the template. */
  questionId: string
  /** At which wheels, if it is about wheels. */
  wheels?: ("frontLeft" | "frontRight" | "rearLeft" | "rearRight")[]
  /** Depth at the inner edge, in millimetres. */
  inner?: string
  /** Depth in the middle. */
  middle?: string
  /** Depth at the outer edge. */
  outer?: string
  /** Week and year of production, as stamped. */
  dot?: string
  /** The size, as on the sidewall. */
  size?: string
}

/** The vehicle that is worked on. */
export interface Vehicle {
  /** Vehicle id in the DMS. */
  id?: string
  /** Vehicle identification number. Attributes left out are filled in from it (F4). */
  vin?: string
  /** Registration plate. */
  numberPlate?: string
  /** Country code of the plate. */
  numberPlateCountry?: string
  /** Make. Used for package applicability and for choosing the outline image for damage marking; any value is accepted, but for one that is not known image and packages may be chosen wrongly. */
  make?: string
  /** Derivative code of the DMS. Used for package applicability. */
  derivativeCode?: string
  /** Model text. */
  model?: string
  /** The manufacturer's model code. Used for package applicability and the outline image. */
  modelCode?: string
  /** Model year, four digits. Used for package applicability. */
  modelYear?: number
  /** Fuel or drive. Used for package applicability. */
  fuelType?: "petrol" | "diesel" | "hybrid" | "electric" | "biofuelPetrol" | "biofuelGas" | "liquefiedGas"
  /** Litres, rounded to one decimal. Used for package applicability. */
  engineCapacity?: number
  /** `Turbo SC` is forced induction. Used for package applicability. */
  airIntakeType?: "Turbo SC" | "Naturally aspirated"
  /** Engine type; printed on acts. */
  engineType?: string
  /** Engine number; printed on acts. */
  engineNumber?: string
  /** Colour; printed on acts. */
  colour?: string
  /** Gearbox type. Used for package applicability. */
  gearboxType?: string
  /** Production year, four digits. Used for package applicability. */
  productionYear?: number
  /** Mileage known to the DMS. */
  recordedMileage?: number
  /** Unit of the mileage. */
  mileageUnit?: "km" | "mi"
  /** When the mileage was recorded. */
  recordedMileageDate?: string
  /** Start of warranty: sale or first registration. */
  warrantyStartDate?: string
  /** End of warranty by its term. */
  warrantyEndDate?: string
  /** Whether warranty applies; left out, or `null` on input, when unknown. Out of warranty the discount prices are quoted (E3). */
  warrantyOn?: boolean
  /** Type of the service contract. */
  serviceContractType?: string
  /** Number of the service contract. */
  serviceContractNumber?: string
  /** Start of the service contract. */
  serviceContractStartDate?: string
  /** End of the service contract. */
  serviceContractEndDate?: string
  /** Estimated value; needs `estimatedPriceCurrency` (A9). */
  estimatedPrice?: number
  /** Currency of the estimated value, ISO 4217. */
  estimatedPriceCurrency?: string
  /** `OK` when data were obtained from the VIN; they are then stored in the matching fields (F4). */
  vinResolutionStatus?: string
  /** Owner of the vehicle. */
  owner?: BusinessPartner
  /** Driver. When present the driver's data go on printed forms, otherwise the customer's. */
  driver?: Person
}

/** A message to the customer, or a decision of the customer: that it was, not what it says or to whom. */
export interface VehicleContact {
  /** The survey, which is in `visits`. */
  surveyId: string
  /** When, as an instant. */
  at: string
  /** Which of the two. */
  kind: "message" | "decision"
  /** Of a message. */
  messageType?: "surveyResultsEmail" | "vcApproval" | "videoRecordedNotification" | "customerDecisionNotification" | "customerFeedbackNotification" | "questionNotification" | "questionAnswer" | "linkRequestNotification" | "linkEndedNotification" | "decisionCode" | "workReminder"
  /** How it went. */
  channel?: "email" | "sms" | "telegram" | "delayedEmail"
  /** Of a message. */
  state?: "waiting" | "sent" | "failed"
  /** Of a decision: the quote. */
  quoteId?: string
  /** Of a decision: the work, as it was offered. */
  text?: string
  /** What was decided. */
  decision?: "approved" | "rejected" | "deferred"
  /** How the customer decided. */
  medium?: "internet" | "phone" | "direct"
}

/** A finding over the visits: opened by an amber or red answer, closed by a green one, by work sold or by hand (I7). */
export interface VehicleFinding {
  /** The finding. */
  id: string
  /** The template of the question. */
  templateId: string
  /** The question: the same in all versions of the template. */
  questionId: string
  /** The question, in the client's language. */
  text: string
  /** At the last visit. */
  grade: "amber" | "red"
  /** At the worst visit. */
  worstGrade: "amber" | "red"
  /** When it was first seen. */
  openedAt: string
  /** The oldest first. */
  visits: FindingAtVisit[]
  /** At which wheels, if it is about wheels. */
  wheels?: ("frontLeft" | "frontRight" | "rearLeft" | "rearRight")[]
  /** It was only seen where findings count apart. */
  isApart?: boolean
  /** The survey that offered work for it last. */
  offeredIn?: string
  /** When that was. */
  offeredAt?: string
  /** Of the amounts. */
  currency?: string
  /** What was offered, without VAT. */
  amountExVat?: number
  /** With VAT. */
  amountIncVat?: number
  /** What was decided. */
  decision?: "approved" | "rejected" | "deferred"
  /** When it was decided. */
  decidedAt?: string
  /** Why it was declined. */
  reasonCode?: string
  /** Until when it was put off, as a date. */
  deferredTo?: string
  /** How it ended; left out while it is open. */
  closedAs?: "green" | "sold" | "byHand"
  /** When it ended. */
  closedAt?: string
  /** Of one that was closed by hand: why. */
  closedReason?: "doneHere" | "doneElsewhere" | "notWanted" | "carSold" | "carScrapped" | "notReachable" | "mistake"
}

/** One vehicle over its visits. */
export interface VehicleHistory {
  /** The vehicle, as its newest visit describes it; without owner and driver. */
  vehicle: KnownVehicle
  /** The newest first, at most 100. */
  visits: VehicleVisit[]
  /** Work that was put off or declined and is still to be done; what is due first at the top. */
  openWork: VehicleWork[]
  /** Work that was sold, the newest first. */
  doneWork: VehicleWork[]
  /** Open ones first, then the last seen. */
  findings: VehicleFinding[]
  /** By template, in the order of its questions. */
  measured: MeasuredSeries[]
  /** The newest first. */
  tyres: TyreReading[]
  /** The last seen first. */
  damage: KnownDamage[]
  /** By question, the newest first. */
  photos: VehiclePhoto[]
  /** The newest first. */
  contacts: VehicleContact[]
  /** There are older visits than the newest 100; nothing here is from them. */
  hasMore?: boolean
}

/** What is known of a vehicle by its VIN. */
export interface VehicleInfo {
  /** Vehicle identification number. Attributes left out are filled in from it (F4). */
  vin: string
  /** Make. Used for package applicability and for choosing the outline image for damage marking; any value is accepted, but for one that is not known image and packages may be chosen wrongly. */
  make?: string
  /** Model text. */
  model?: string
  /** The manufacturer's model code. Used for package applicability and the outline image. */
  modelCode?: string
  /** Model year, four digits. Used for package applicability. */
  modelYear?: number
  /** Fuel or drive. Used for package applicability. */
  fuelType?: "petrol" | "diesel" | "hybrid" | "electric" | "biofuelPetrol" | "biofuelGas" | "liquefiedGas"
  /** Litres, rounded to one decimal. Used for package applicability. */
  engineCapacity?: number
  /** `Turbo SC` is forced induction. Used for package applicability. */
  airIntakeType?: "Turbo SC" | "Naturally aspirated"
  /** Engine type; printed on acts. */
  engineType?: string
  /** Colour; printed on acts. */
  colour?: string
  /** Gearbox type. Used for package applicability. */
  gearboxType?: string
}

/** The vehicle that is worked on. */
export interface VehicleInput {
  /** Vehicle id in the DMS. */
  id?: string | null
  /** Vehicle identification number. Attributes left out are filled in from it (F4). */
  vin?: string | null
  /** Registration plate. */
  numberPlate?: string | null
  /** Country code of the plate. */
  numberPlateCountry?: string | null
  /** Make. Used for package applicability and for choosing the outline image for damage marking; any value is accepted, but for one that is not known image and packages may be chosen wrongly. */
  make?: string | null
  /** Derivative code of the DMS. Used for package applicability. */
  derivativeCode?: string | null
  /** Model text. */
  model?: string | null
  /** The manufacturer's model code. Used for package applicability and the outline image. */
  modelCode?: string | null
  /** Model year, four digits. Used for package applicability. */
  modelYear?: number | null
  /** Fuel or drive. Used for package applicability. */
  fuelType?: "petrol" | "diesel" | "hybrid" | "electric" | "biofuelPetrol" | "biofuelGas" | "liquefiedGas" | null
  /** Litres, rounded to one decimal. Used for package applicability. */
  engineCapacity?: number | null
  /** `Turbo SC` is forced induction. Used for package applicability. */
  airIntakeType?: "Turbo SC" | "Naturally aspirated" | null
  /** Engine type; printed on acts. */
  engineType?: string | null
  /** Engine number; printed on acts. */
  engineNumber?: string | null
  /** Colour; printed on acts. */
  colour?: string | null
  /** Gearbox type. Used for package applicability. */
  gearboxType?: string | null
  /** Production year, four digits. Used for package applicability. */
  productionYear?: number | null
  /** Mileage known to the DMS. */
  recordedMileage?: number | null
  /** Unit of the mileage. */
  mileageUnit?: "km" | "mi" | "mile" | null
  /** When the mileage was recorded. */
  recordedMileageDate?: string | null
  /** Start of warranty: sale or first registration. */
  warrantyStartDate?: string | null
  /** End of warranty by its term. */
  warrantyEndDate?: string | null
  /** Whether warranty applies; left out, or `null` on input, when unknown. Out of warranty the discount prices are quoted (E3). */
  warrantyOn?: boolean | null
  /** Type of the service contract. */
  serviceContractType?: string | null
  /** Number of the service contract. */
  serviceContractNumber?: string | null
  /** Start of the service contract. */
  serviceContractStartDate?: string | null
  /** End of the service contract. */
  serviceContractEndDate?: string | null
  /** Estimated value; needs `estimatedPriceCurrency` (A9). */
  estimatedPrice?: number | null
  /** Currency of the estimated value, ISO 4217. */
  estimatedPriceCurrency?: string | null
  /** `OK` when data were obtained from the VIN; they are then stored in the matching fields (F4). */
  vinResolutionStatus?: unknown
  /** Owner of the vehicle. */
  owner?: BusinessPartnerInput | null
  /** Driver. When present the driver's data go on printed forms, otherwise the customer's. */
  driver?: PersonInput | null
}

/** A photo of a visit; its bytes are read as those of any survey. */
export interface VehiclePhoto {
  /** The survey, which is in `visits`. */
  surveyId: string
  /** The photo. */
  id: string
  /** When, as an instant. */
  at: string
  /** In pixels. */
  width: number
  /** In pixels. */
  height: number
  /** The template of the question. */
  templateId?: string
  /** The question: the same in all versions of the template. */
  questionId?: string
  /** The question, in the client's language. */
  text?: string
  /** The answer it shows. */
  answerId?: string
  /** The damage mark it shows. */
  markId?: string
}

/** One inspection of the vehicle. */
export interface VehicleVisit {
  /** The survey. */
  surveyId: string
  /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
  surveyType: "health" | "VC" | "QC" | "VR" | "CVR"
  /** Name of the checklist. */
  text: string
  /** When the inspection was completed; before that when it was planned, or else made. */
  at: string
  /** The inspection is completed. */
  completed: boolean
  /** The survey is closed. */
  closed: boolean
  /** Questions with a red answer. */
  red: number
  /** Questions with an amber answer as the worst. */
  amber: number
  /** Questions with green answers only. */
  green: number
  /** The service order. */
  orderId?: string
  /** The lead. */
  leadId?: string
  /** The order was rejected, or there is none: its findings count apart (I7). */
  isApart?: boolean
  /** Dealer code of the branch. */
  branch?: string
  /** The site. */
  siteName?: string
  /** As read at this visit, otherwise as the DMS recorded it. */
  mileage?: number
  /** Of the mileage. */
  mileageUnit?: "km" | "mi"
  /** Who inspected: id and name. */
  surveyor?: Person
  /** The customer was another one than at the newest visit. */
  isFormerCustomer?: boolean
}

/** Work that was offered at a visit. It may cover several findings, and is listed once. */
export interface VehicleWork {
  /** The survey, which is in `visits`. */
  surveyId: string
  /** The quote. */
  quoteId: string
  /** What it is. */
  text: string
  /** The questions it covers; none of work that is due by age or mileage. */
  questionIds: string[]
  /** When it was offered. */
  offeredAt: string
  /** Of the amounts. */
  currency?: string
  /** What was offered, without VAT. */
  amountExVat?: number
  /** With VAT. */
  amountIncVat?: number
  /** What was decided. */
  decision?: "approved" | "rejected" | "deferred"
  /** When it was decided. */
  decidedAt?: string
  /** Why it was declined. */
  reasonCode?: string
  /** Until when it was put off, as a date. */
  deferredTo?: string
  /** When it was invoiced. */
  soldAt?: string
  /** What was invoiced, without VAT. */
  soldExVat?: number
  /** With VAT. */
  soldIncVat?: number
}

/** A video of a survey. Our addition. */
export interface Video {
  /** Unique within the survey. */
  id: string
  /** `waiting` to be converted; `ready` as H.264/AAC MP4 with a poster; `original` with its pictures as they were recorded, where nothing could convert it; `failed` when it cannot be shown. */
  state: "waiting" | "ready" | "original" | "failed"
  /** The question it shows. */
  questionId?: string
  /** The answer it shows. */
  answerId?: string
  /** Per cent while it is being converted. */
  progress?: number
  /** True while what the recorder wrote into it, such as the place, has still to be taken out. Until then nobody is shown the video, and reading it is 503 with `Retry-After`. Only videos that came before videos were cleaned on arrival. */
  beingPrepared?: boolean
  /** Why it failed, in words. */
  failure?: string
  /** Of what is served. */
  contentType?: string
  /** Size of what is served. */
  bytes?: number
  /** Length in seconds. */
  durationSeconds?: number
  /** Pixels, upright. */
  width?: number
  /** Pixels, upright. */
  height?: number
  /** There is a still picture of it. */
  hasPoster?: boolean
  /** What it shows from when on, in the order of the video. */
  chapters?: VideoChapter[]
  /** When it arrived whole. */
  createdAt?: string
}

/** From when on a video shows a finding. Our addition. */
export interface VideoChapter {
  /** Seconds from the start of the video. */
  second: number
  /** The question of the finding. */
  questionId: string
}

/** What the owner decided on a quote. */
export interface WebhookDecision {
  /** The quote. */
  quoteId: string
  /** The owner's decision. */
  approvalStatus: "approved" | "rejected" | "deferred"
  /** ISO 4217. */
  currency: string
  /** The total of the quote without VAT; left out if a line lacks its amount. */
  exVat?: number
  /** The same with VAT. */
  incVat?: number
  /** To when it is deferred. */
  deferralDate?: string
  /** Why it was declined, as a code. */
  rejectionReasonCode?: string
}

/** What a callback of our own tells: that something happened, and to what. Nothing personal. */
export interface WebhookEventInfo {
  /** Unique id of the callback; the same as in the address. */
  id: string
  /** `surveyCompleted`: A survey was completed. `surveyReopened`: A survey that was completed or closed was reopened. `ownerDecided`: The owner decided on the owner's page: one callback for all quotes that were decided together. `photoReady`: A photo was added to a survey and can be fetched. `orderMatched`: An inspection without an order of the DMS was joined with its order. */
  kind: "surveyCompleted" | "surveyReopened" | "ownerDecided" | "photoReady" | "orderMatched"
  /** The system client. */
  systemClientId: string
  /** When it happened. */
  occurredTimestamp: string
  /** The site of the car; left out if its branch is not known. */
  siteId?: string
  /** The branch of the car. */
  branchId?: string
  /** The survey; left out of `orderMatched`. */
  surveyId?: string
  /** The order; left out for a lead, and for a survey without an order. */
  orderId?: string
  /** The lead; left out for an order. */
  leadId?: string
  /** Of `photoReady`: the photo. */
  photoId?: string
  /** Of `ownerDecided`: what was decided, quote by quote. */
  decisions?: WebhookDecision[]
  /** Of `orderMatched`: the manual order that was joined with the order. */
  inspectionId?: string
  /** Of `orderMatched`: the service joined them by itself; otherwise staff did. */
  isByItself?: boolean
}

/** What the callback tells about a message that was sent. */
export interface WebhookOutputInfo {
  /** Unique message id; the same as in the address. */
  id: string
  /** The system client. */
  systemClientId: string
  /** The survey the message is about. */
  surveyId: string
  /** Id of the message within the survey. */
  outputId: string
  /** Channel; `delayedEmail` is an e-mail after the video of a CVR survey arrived. */
  outputCategory: "email" | "sms" | "telegram" | "delayedEmail"
  /** `surveyResultsEmail` results of an inspection, `vcApproval` results of a video check, `videoRecordedNotification` a VC survey is finished, `customerDecisionNotification` the customer decided, `customerFeedbackNotification` the customer left feedback. */
  outputType: "surveyResultsEmail" | "vcApproval" | "videoRecordedNotification" | "customerDecisionNotification" | "customerFeedbackNotification"
  /** When it was sent. */
  outputTimestamp: string
  /** Who got the message. */
  destinations: OutputDestination[]
  /** What `referenceObjectId` names; left out for a lead (G1). */
  referenceObjectCategory?: "serviceOrder"
  /** The order the survey belongs to; left out for a lead (G1). */
  referenceObjectId?: string
  /** Where the results are seen: the link the recipient got (G1). */
  linkUrl?: string
  /** When the link expires. */
  linkValidUntil?: string
  /** VIN, from the survey. */
  vin?: string
  /** The customer, from the survey. */
  customer?: BusinessPartner
  /** The owner of the vehicle, from the survey. */
  owner?: BusinessPartner
  /** The driver, from the survey. */
  driver?: Person
}

/** When the car was promised to its owner, and who works on it. Our addition. */
export interface WorkPlan {
  /** When the car was promised to be ready. */
  promisedTimestamp?: string
  /** Who works on the car. An `id` is that of the DMS, or the login of somebody here. */
  technician?: Person
}

/** When the car was promised to its owner, and who works on it. Our addition. */
export interface WorkPlanInput {
  /** When the car was promised to be ready. */
  promisedTimestamp?: string | null
  /** Who works on the car. An `id` is that of the DMS, or the login of somebody here. */
  technician?: PersonInput | null
}

/** A method for each operation. `system_client_id` may be left out if the client was given one. */
export interface Operations {
  /** Create or change an order. The body replaces the order (A1); the three release flags keep their value when left out (A2). A main order that is neither closed nor rejected gets its missing surveys: the types the client releases by itself (`health` by default, unless `defaultSurveyReleaseDisabled`), `VC` with `technicianSurveyRelease`, `QC` with `qcSurveyRelease`; one per type, however often and however parallel the order is sent (C2). `closed` or `rejected` closes all its surveys; taken back, the surveys stay closed (C3). Surveys that are not closed follow the header of the order and keep what a later PUT leaves out (C4). */
  putServiceOrder(params: {
    /** The system client. */
    system_client_id?: string
    /** The order. */
    id: string
  }, given: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
    /** `*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7). */
    ifNoneMatch?: string
  } & { body: ServiceOrderInput }): Promise<Reply<201 | 204, undefined>>
  /** Read an order. What was sent, in canonical form (A6), and what the service owns: `branchId`, `siteId`, `siteName` and `surveys`. The answer can be sent back by PUT and changes nothing (A1). */
  getServiceOrder(params: {
    /** The system client. */
    system_client_id?: string
    /** The order. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, ServiceOrder> | Reply<304, undefined>>
  /** Read an order. What was sent, in canonical form (A6), and what the service owns: `branchId`, `siteId`, `siteName` and `surveys`. The answer can be sent back by PUT and changes nothing (A1). */
  getServiceOrder(params: {
    /** The system client. */
    system_client_id?: string
    /** The order. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, ServiceOrder>>
  /** List the surveys of an order. Every header field of each survey, without `contents` (C5). */
  listServiceOrderSurveys(params: {
    /** The system client. */
    system_client_id?: string
    /** The order. */
    id: string
  }, given?: CallOptions & { query?: {
    /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
    'survey-type'?: "health" | "VC" | "QC" | "VR" | "CVR"
  } }): Promise<Reply<200, SurveyListItem[]>>
  /** List orders by their last change (our addition). Orders in short form, the one that changed first at the beginning, then by id (C9). To read what changed since, send the `changedTimestamp` of the last order you read as `changedSince`: nothing is left out, and what has that very time comes once more. An order made by hand that was matched to an order of the DMS is not listed; the other one is. */
  listServiceOrders: {
    (params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Only what changed at this time or later; take it from `changedTimestamp` of what you read last (C9). */
    changedSince?: string
    /** `true`: only orders that are closed or rejected. `false`: only those that are neither. */
    closed?: boolean
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Page size; with it the answer carries `Link: rel="next"`. Our addition (C7). */
    limit?: number
    /** Where the next page begins, from the `Link` of the page before. Our addition (C7). */
    cursor?: string
  } }): Promise<Reply<200, ServiceOrderSummary[]>>
    /** Page after page, by the address in `Link`. */
    pages(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Only what changed at this time or later; take it from `changedTimestamp` of what you read last (C9). */
    changedSince?: string
    /** `true`: only orders that are closed or rejected. `false`: only those that are neither. */
    closed?: boolean
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Page size; with it the answer carries `Link: rel="next"`. Our addition (C7). */
    limit?: number
    /** Where the next page begins, from the `Link` of the page before. Our addition (C7). */
    cursor?: string
  } }): AsyncGenerator<Reply<200, ServiceOrderSummary[]>, void>
    /** Entry after entry, over all pages. */
    each(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Only what changed at this time or later; take it from `changedTimestamp` of what you read last (C9). */
    changedSince?: string
    /** `true`: only orders that are closed or rejected. `false`: only those that are neither. */
    closed?: boolean
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Page size; with it the answer carries `Link: rel="next"`. Our addition (C7). */
    limit?: number
    /** Where the next page begins, from the `Link` of the page before. Our addition (C7). */
    cursor?: string
  } }): AsyncGenerator<ServiceOrderSummary, void>
  }
  /** Read the work plan of an order (our addition). What advisors and technicians have set in the app, or the DMS by PUT. Empty if nothing is planned. The technician is also in `plannedSurveyors` of the VC survey (C6). */
  getWorkPlan(params: {
    /** The system client. */
    system_client_id?: string
    /** The service order. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, WorkPlan> | Reply<304, undefined>>
  /** Read the work plan of an order (our addition). What advisors and technicians have set in the app, or the DMS by PUT. Empty if nothing is planned. The technician is also in `plannedSurveyors` of the VC survey (C6). */
  getWorkPlan(params: {
    /** The system client. */
    system_client_id?: string
    /** The service order. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, WorkPlan>>
  /** Set the work plan of an order (our addition). Replaces the plan as a whole: what is left out is taken back. Later taps in the app change it again; the later one counts. The `technician` of the order itself stays as the order says it, and applies where the plan names nobody. */
  putWorkPlan(params: {
    /** The system client. */
    system_client_id?: string
    /** The service order. */
    id: string
  }, given: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
    /** `*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7). */
    ifNoneMatch?: string
  } & { body: WorkPlanInput }): Promise<Reply<204, undefined>>
  /** Read a survey. The whole survey: header, vehicle (`surveyObject`), and every element of its template with what was answered. Standard answers that nobody chose carry `selected` false: not selected is not checked, never green (D4). The survey keeps the template version it was made from (D1). Corrected contact data are the `modified…` fields of `customer`, and of `owner` and `driver` inside `surveyObject`. */
  getSurvey(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, Survey> | Reply<304, undefined>>
  /** Read a survey. The whole survey: header, vehicle (`surveyObject`), and every element of its template with what was answered. Standard answers that nobody chose carry `selected` false: not selected is not checked, never green (D4). The survey keeps the template version it was made from (D1). Corrected contact data are the `modified…` fields of `customer`, and of `owner` and `driver` inside `surveyObject`. */
  getSurvey(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, Survey>>
  /** List surveys by their last change (our addition). Surveys in short form, the one that changed first at the beginning, then by id (C9). To read what changed since, send the `changedTimestamp` of the last survey you read as `changedSince`: nothing is left out, and what has that very time comes once more. */
  listSurveys: {
    (params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Only what changed at this time or later; take it from `changedTimestamp` of what you read last (C9). */
    changedSince?: string
    /** `true`: only surveys whose inspection is completed. `false`: only the others. */
    completed?: boolean
    /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
    'survey-type'?: "health" | "VC" | "QC" | "VR" | "CVR"
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Page size; with it the answer carries `Link: rel="next"`. Our addition (C7). */
    limit?: number
    /** Where the next page begins, from the `Link` of the page before. Our addition (C7). */
    cursor?: string
  } }): Promise<Reply<200, SurveySummary[]>>
    /** Page after page, by the address in `Link`. */
    pages(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Only what changed at this time or later; take it from `changedTimestamp` of what you read last (C9). */
    changedSince?: string
    /** `true`: only surveys whose inspection is completed. `false`: only the others. */
    completed?: boolean
    /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
    'survey-type'?: "health" | "VC" | "QC" | "VR" | "CVR"
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Page size; with it the answer carries `Link: rel="next"`. Our addition (C7). */
    limit?: number
    /** Where the next page begins, from the `Link` of the page before. Our addition (C7). */
    cursor?: string
  } }): AsyncGenerator<Reply<200, SurveySummary[]>, void>
    /** Entry after entry, over all pages. */
    each(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Only what changed at this time or later; take it from `changedTimestamp` of what you read last (C9). */
    changedSince?: string
    /** `true`: only surveys whose inspection is completed. `false`: only the others. */
    completed?: boolean
    /** `health` reception inspection, `VC` video check in the repair area, `QC` quality check, `VR` video review, `CVR` customer video review. */
    'survey-type'?: "health" | "VC" | "QC" | "VR" | "CVR"
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Page size; with it the answer carries `Link: rel="next"`. Our addition (C7). */
    limit?: number
    /** Where the next page begins, from the `Link` of the page before. Our addition (C7). */
    cursor?: string
  } }): AsyncGenerator<SurveySummary, void>
  }
  /** Add a custom answer. Adds an answer with `custom` true to any question but `upSale`, while the survey is neither completed nor closed. It never deselects others. `selected` left out means true; at least one of `value`, `status` and `comment` must be given (D3). With an `Idempotency-Key` a repeat within 24 hours gives the same answer again instead of a second one (B7). */
  addAnswer(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
    /** The question, by its id in the template. */
    question_id: string
  }, given: CallOptions & {
    /** At most 255 characters; per survey and question, remembered for 24 hours. Our addition (B7). */
    idempotencyKey?: string
  } & { body: AnswerInput }): Promise<Reply<201, undefined>>
  /** Change a custom answer. Replaces a custom answer (A1) while the survey is neither completed nor closed. */
  putAnswer(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
    /** The question, by its id in the template. */
    question_id: string
    /** The answer; only one with `custom` true. */
    answer_id: string
  }, given: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
    /** `*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7). */
    ifNoneMatch?: string
  } & { body: AnswerInput }): Promise<Reply<204, undefined>>
  /** Remove a custom answer. Removes a custom answer while the survey is neither completed nor closed. */
  deleteAnswer(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
    /** The question, by its id in the template. */
    question_id: string
    /** The answer; only one with `custom` true. */
    answer_id: string
  }, given?: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
  }): Promise<Reply<204, undefined>>
  /** Read a printed form. A PDF in the language of the person who signs (`language` of driver or customer), as far as it is known, otherwise in that of the last message to the customer, the site or the system client: `survey-summary` (results sheet), `handover-act` (reception act), `handover-pack` (both in one) or `damage-report` (the drawing with its marks). As long as nothing changes, the bytes are the same; the date printed is that of the last change. When many forms are wanted at once, the answer may be 503 with `Retry-After`. */
  getPdfForm(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
    /** Which form. */
    form: "survey-summary" | "handover-act" | "handover-pack" | "damage-report"
  }, given: CallOptions & { query?: {
    /** Ours: another language. Terms and signed words stay as they were signed. */
    lang?: "en" | "de" | "fr" | "pl" | "ru"
  } } & { ifNoneMatch: string | undefined }): Promise<Reply<200, Blob> | Reply<304, undefined>>
  /** Read a printed form. A PDF in the language of the person who signs (`language` of driver or customer), as far as it is known, otherwise in that of the last message to the customer, the site or the system client: `survey-summary` (results sheet), `handover-act` (reception act), `handover-pack` (both in one) or `damage-report` (the drawing with its marks). As long as nothing changes, the bytes are the same; the date printed is that of the last change. When many forms are wanted at once, the answer may be 503 with `Retry-After`. */
  getPdfForm(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
    /** Which form. */
    form: "survey-summary" | "handover-act" | "handover-pack" | "damage-report"
  }, given?: CallOptions & { query?: {
    /** Ours: another language. Terms and signed words stay as they were signed. */
    lang?: "en" | "de" | "fr" | "pl" | "ru"
  } }): Promise<Reply<200, Blob>>
  /** Read the damage drawing (our addition). The drawing of the vehicle with its marks alone, as a PDF of one page (D7). */
  getDamageDrawing(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, Blob> | Reply<304, undefined>>
  /** Read the damage drawing (our addition). The drawing of the vehicle with its marks alone, as a PDF of one page (D7). */
  getDamageDrawing(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, Blob>>
  /** Read a photo. Redirects to the photo in its own size: the pixels as they were taken, without any metadata but orientation and colour profile. A photo that came as HEIC or AVIF is a high-quality JPEG (D6). If staff drew on it, their arrows, circles and words are in the picture, and blurred areas are gone from it. */
  getPhoto(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
    /** The photo, by its id in `photos` of survey, question or answer. */
    photo_id: string
  }, given?: CallOptions): Promise<Reply<200, Blob>>
  /** Read a photo in another size. Redirects to the photo as an upright JPEG without metadata. `small-square` (90×90) and `medium-square` (160×160) are cropped around what the eye would look at; `small` (160), `medium` (320), `large` (640) and `huge` (1024) keep the ratio within a square of that side. Nothing is enlarged. Another size is 404 (D6). */
  getPhotoSize(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
    /** The photo, by its id in `photos` of survey, question or answer. */
    photo_id: string
    /** Which size. */
    thumbnail_size: "small-square" | "medium-square" | "small" | "medium" | "large" | "huge"
  }, given?: CallOptions): Promise<Reply<200, Blob>>
  /** List the videos of a survey (our addition). Every video that arrived whole, with its state. */
  listVideos(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
  }, given?: CallOptions): Promise<Reply<200, Video[]>>
  /** Read a video (our addition). Redirects to the video: MP4 with H.264 and AAC once it is converted, before that with the pictures and the sound as they were recorded. It never holds what the recorder wrote into it beside them. Ranges are served. */
  getVideo(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
    /** The video. */
    video_id: string
  }, given?: CallOptions): Promise<Reply<200, Blob>>
  /** Read the poster of a video (our addition). Redirects to a still picture of the video, a JPEG. 404 while there is none. */
  getVideoPoster(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
    /** The video. */
    video_id: string
  }, given?: CallOptions): Promise<Reply<200, Blob>>
  /** Read the damage marks of a survey (our addition). The marks on the drawing of the vehicle, with panel, kind, size and photos, and beside them those of earlier visits of the same vehicle. */
  getDamage(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, Damage> | Reply<304, undefined>>
  /** Read the damage marks of a survey (our addition). The marks on the drawing of the vehicle, with panel, kind, size and photos, and beside them those of earlier visits of the same vehicle. */
  getDamage(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, Damage>>
  /** Read a quote. One quote. A package quote has a stable id; once a quote has replaced it, it is not found any more (E7). */
  getQuote(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
    /** The quote. */
    quote_id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, Quote> | Reply<304, undefined>>
  /** Read a quote. One quote. A package quote has a stable id; once a quote has replaced it, it is not found any more (E7). */
  getQuote(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
    /** The quote. */
    quote_id: string
  }, given?: CallOptions): Promise<Reply<200, Quote>>
  /** Create or change a quote. Category `quote` only. `questionId` and `answerId` must exist in the survey and not be `upSale`. With `packageId` and `variantId` it replaces that variant, which must be offered on the answer, selected or not, and be replaced by no other quote; without them the variant is current again (E7). A `package` quote cannot be changed; an automatic one takes only its decision fields (E8). Work that covers several findings, such as an axle, is one offer: naming its package at a second finding is refused (I4). On a closed survey only the decision fields move (D5). */
  putQuote(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
    /** The quote. */
    quote_id: string
  }, given: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
    /** `*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7). */
    ifNoneMatch?: string
  } & { body: QuoteInput | QuoteApproval }): Promise<Reply<201 | 204, undefined>>
  /** Remove a quote (our addition). A `quote` is removed and the variant it replaced is current again; an automatic quote is withdrawn; a `package` quote cannot be removed (E9). */
  deleteQuote(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
    /** The quote. */
    quote_id: string
  }, given?: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
  }): Promise<Reply<204, undefined>>
  /** List the quotes of a survey. Quotes made through the interface, every selected package variant that is current, and automatic quotes visible to the customer (E7). */
  listQuotes(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, Quote[]>>
  /** List automatic quotes (our addition). All automatic quotes of the survey, also those the customer does not see (E8). */
  listUpsaleQuotes(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, Quote[]>>
  /** Read an automatic quote (our addition). One automatic quote, also one the customer does not see (E8). */
  getUpsaleQuote(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
    /** The quote. */
    quote_id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, Quote> | Reply<304, undefined>>
  /** Read an automatic quote (our addition). One automatic quote, also one the customer does not see (E8). */
  getUpsaleQuote(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    id: string
    /** The quote. */
    quote_id: string
  }, given?: CallOptions): Promise<Reply<200, Quote>>
  /** List packages. The client's own packages and those of its master clients, by `id`, `masterClient` and `description`. */
  listPackages(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions): Promise<Reply<200, PackageHeader[]>>
  /** Read a package. The package with this client's prices and the sums computed from them (E3). */
  getPackage(params: {
    /** The system client. */
    system_client_id?: string
    /** The package. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, Package> | Reply<304, undefined>>
  /** Read a package. The package with this client's prices and the sums computed from them (E3). */
  getPackage(params: {
    /** The system client. */
    system_client_id?: string
    /** The package. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, Package>>
  /** Create or change an own package. Replaces the package (A1). `currency` is required, and both amounts on every item of a variant that is priced by item; a `fixedVariantPrice` variant needs `priceExVat` and `priceIncVat` instead (E3). Computed prices are ignored (A3). Ids with `!` belong to centrally run packages and are refused (E5). */
  putPackage(params: {
    /** The system client. */
    system_client_id?: string
    /** The package. */
    id: string
  }, given: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
    /** `*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7). */
    ifNoneMatch?: string
  } & { body: PackageInput }): Promise<Reply<201 | 204, undefined>>
  /** Read a package as its master keeps it. Without this client's prices and without computed sums, under the id asked for (E5). The start of a price run. */
  getMasterPackage(params: {
    /** The system client. */
    system_client_id?: string
    /** The package. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, Package> | Reply<304, undefined>>
  /** Read a package as its master keeps it. Without this client's prices and without computed sums, under the id asked for (E5). The start of a price run. */
  getMasterPackage(params: {
    /** The system client. */
    system_client_id?: string
    /** The package. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, Package>>
  /** Set the prices of items. For own and centrally run packages. Merges: items not named keep their price. Another currency than before drops the old prices. An unknown variant or item is refused and nothing is changed (E4). With `oemPricing` the prices are accepted and not used (E3). */
  putPackagePrices(params: {
    /** The system client. */
    system_client_id?: string
    /** The package. */
    id: string
  }, given: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
    /** `*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7). */
    ifNoneMatch?: string
  } & { body: PackagePrices }): Promise<Reply<204, undefined>>
  /** List survey templates. The client's own templates, and those of its master clients as `<master>!<id>` (D1, E5). */
  listSurveyTemplates(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions): Promise<Reply<200, SurveyTemplateHeader[]>>
  /** Read a survey template. The newest version of the template. Question and answer ids never change their meaning between versions (D1). */
  getSurveyTemplate(params: {
    /** The system client. */
    system_client_id?: string
    /** The template. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, SurveyTemplate> | Reply<304, undefined>>
  /** Read a survey template. The newest version of the template. Question and answer ids never change their meaning between versions (D1). */
  getSurveyTemplate(params: {
    /** The system client. */
    system_client_id?: string
    /** The template. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, SurveyTemplate>>
  /** Bind packages to answers. Instructions are applied one by one, all or nothing. Each sets the own packages of its question, answer, site and branch; what is not named stays. They add to the master's bindings, and rules of site and branch add up (E6). The interface of package assignment is temporary and may change. */
  putPackageAssignment(params: {
    /** The system client. */
    system_client_id?: string
    /** The template. */
    id: string
  }, given: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
    /** `*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7). */
    ifNoneMatch?: string
  } & { body: PackageAssignmentInstructionInput[] }): Promise<Reply<204, undefined>>
  /** Read which packages are bound. The client's own bindings on this template (E6). The interface of package assignment is temporary and may change. */
  getPackageAssignment(params: {
    /** The system client. */
    system_client_id?: string
    /** The template. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, PackageAssignmentInstruction[]> | Reply<304, undefined>>
  /** Read which packages are bound. The client's own bindings on this template (E6). The interface of package assignment is temporary and may change. */
  getPackageAssignment(params: {
    /** The system client. */
    system_client_id?: string
    /** The template. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, PackageAssignmentInstruction[]>>
  /** Read vehicle data by VIN. From the client's own recent vehicles, an offline decoder, and a configured provider, in this order (F3). Not for bulk use: 60 calls a minute and 600 a day per system client by default, failed ones count; beyond that the answer is 429 with `Retry-After`. */
  getVehicleInfo(params: {
    /** The system client. */
    system_client_id?: string
    /** 17 characters of A–Z and 0–9 without I, O and Q; lower case is accepted. */
    VIN: string
  }, given?: CallOptions): Promise<Reply<200, VehicleInfo>>
  /** Read the history of a vehicle (our addition). Every inspection that named this VIN, with values over time, findings, work, damage and photos. Another system client’s visits of the same vehicle are not part of it, and a login that is limited to branches reads only theirs. A vehicle that was never inspected here is a 404. */
  getVehicleHistory(params: {
    /** The system client. */
    system_client_id?: string
    /** 17 characters of A–Z and 0–9 without I, O and Q; lower case is accepted. */
    vin: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, VehicleHistory> | Reply<304, undefined>>
  /** Read the history of a vehicle (our addition). Every inspection that named this VIN, with values over time, findings, work, damage and photos. Another system client’s visits of the same vehicle are not part of it, and a login that is limited to branches reads only theirs. A vehicle that was never inspected here is a 404. */
  getVehicleHistory(params: {
    /** The system client. */
    system_client_id?: string
    /** 17 characters of A–Z and 0–9 without I, O and Q; lower case is accepted. */
    vin: string
  }, given?: CallOptions): Promise<Reply<200, VehicleHistory>>
  /** Create or change a lead. The body replaces the lead (A1); `reviewSurveyRelease` keeps its value and `deals` stay as they are when left out (A2). With `reviewSurveyRelease` true a CVR survey is made, now or by a later PUT, once (C2). `closed` or `rejected` closes its surveys. */
  putLead(params: {
    /** The system client. */
    system_client_id?: string
    /** The lead. */
    id: string
  }, given: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
    /** `*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7). */
    ifNoneMatch?: string
  } & { body: CustomerReviewRequestInput }): Promise<Reply<201 | 204, undefined>>
  /** Read a lead. What was sent, in canonical form (A6), with its deals and what the service owns. */
  getLead(params: {
    /** The system client. */
    system_client_id?: string
    /** The lead. */
    id: string
  }, given: CallOptions & { ifNoneMatch: string | undefined }): Promise<Reply<200, CustomerReviewRequest> | Reply<304, undefined>>
  /** Read a lead. What was sent, in canonical form (A6), with its deals and what the service owns. */
  getLead(params: {
    /** The system client. */
    system_client_id?: string
    /** The lead. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, CustomerReviewRequest>>
  /** List the surveys of a lead. Every header field of each survey, without `contents` (C5). */
  listLeadSurveys(params: {
    /** The system client. */
    system_client_id?: string
    /** The lead. */
    id: string
  }, given?: CallOptions): Promise<Reply<200, SurveyListItem[]>>
  /** List leads. Leads in short form, ordered by planned start, then id. The plain array has no limit; with `limit` it comes in pages, and the header `Link` holds the address of the next one (C7). */
  listLeads: {
    (params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Only leads planned at this time or later. */
    dateFrom?: string
    /** Only leads planned at this time or earlier; a date alone means the end of that day in the client's time zone (C7). */
    dateTo?: string
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** `outstanding`: only leads whose `closed` is not true. */
    list?: "outstanding"
    /** Page size; with it the answer carries `Link: rel="next"`. Our addition (C7). */
    limit?: number
    /** Where the next page begins, from the `Link` of the page before. Our addition (C7). */
    cursor?: string
  } }): Promise<Reply<200, LeadListItem[]>>
    /** Page after page, by the address in `Link`. */
    pages(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Only leads planned at this time or later. */
    dateFrom?: string
    /** Only leads planned at this time or earlier; a date alone means the end of that day in the client's time zone (C7). */
    dateTo?: string
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** `outstanding`: only leads whose `closed` is not true. */
    list?: "outstanding"
    /** Page size; with it the answer carries `Link: rel="next"`. Our addition (C7). */
    limit?: number
    /** Where the next page begins, from the `Link` of the page before. Our addition (C7). */
    cursor?: string
  } }): AsyncGenerator<Reply<200, LeadListItem[]>, void>
    /** Entry after entry, over all pages. */
    each(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Only leads planned at this time or later. */
    dateFrom?: string
    /** Only leads planned at this time or earlier; a date alone means the end of that day in the client's time zone (C7). */
    dateTo?: string
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** `outstanding`: only leads whose `closed` is not true. */
    list?: "outstanding"
    /** Page size; with it the answer carries `Link: rel="next"`. Our addition (C7). */
    limit?: number
    /** Where the next page begins, from the `Link` of the page before. Our addition (C7). */
    cursor?: string
  } }): AsyncGenerator<LeadListItem, void>
  }
  /** Add or change a deal. Adds the deal to the lead, or replaces it (A1). */
  putDeal(params: {
    /** The system client. */
    system_client_id?: string
    /** The lead. */
    lead_id: string
    /** The deal. */
    id: string
  }, given: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
    /** `*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7). */
    ifNoneMatch?: string
  } & { body: DealItem }): Promise<Reply<204, undefined>>
  /** Remove a deal. Removes the deal from the lead. */
  deleteDeal(params: {
    /** The system client. */
    system_client_id?: string
    /** The lead. */
    lead_id: string
    /** The deal. */
    id: string
  }, given?: CallOptions & {
    /** An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7). */
    ifMatch?: string
  }): Promise<Reply<204, undefined>>
  /** Read what happened, or wait for it (our addition). The log of events, in the order of its positions, which have no gaps: whoever reads on behind the last position has seen everything before it. The header `X-Walkaround-Next` has the position to read on behind, also of a page without events: a filter never reads the same events twice. An empty page means that nothing came up to that position, not that the log ends. With `wait` the reply comes when something matches, and empty after that time, when the service stops or when the access ends; a key has a few waiting requests at a time (429). 410 means that events after the position are gone or that a backup was restored: read the lists of orders and surveys once, and begin with `after=now` (I10). Events about logins and keys are left out; a login limited to branches gets the events of its branches and those of all branches. */
  listEvents: {
    (params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** The position to read on behind: `id` of an event, or `X-Walkaround-Next` of the page before. `beginning`, or left out: from the first event that is kept. `now`: no events, but the present position, at once. */
    after?: string
    /** A kind, or `survey.*` for all that begin with `survey.`; may be repeated. */
    kind?: string[]
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Most events of a page; 100 if left out. */
    limit?: number
    /** Seconds to wait for an event if there is none; the reply comes as soon as there is one. */
    wait?: number
  } }): Promise<Reply<200, FeedEvent[]>>
    /** Page after page, by the address in `Link`. */
    pages(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** The position to read on behind: `id` of an event, or `X-Walkaround-Next` of the page before. `beginning`, or left out: from the first event that is kept. `now`: no events, but the present position, at once. */
    after?: string
    /** A kind, or `survey.*` for all that begin with `survey.`; may be repeated. */
    kind?: string[]
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Most events of a page; 100 if left out. */
    limit?: number
    /** Seconds to wait for an event if there is none; the reply comes as soon as there is one. */
    wait?: number
  } }): AsyncGenerator<Reply<200, FeedEvent[]>, void>
    /** Entry after entry, over all pages. */
    each(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** The position to read on behind: `id` of an event, or `X-Walkaround-Next` of the page before. `beginning`, or left out: from the first event that is kept. `now`: no events, but the present position, at once. */
    after?: string
    /** A kind, or `survey.*` for all that begin with `survey.`; may be repeated. */
    kind?: string[]
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Most events of a page; 100 if left out. */
    limit?: number
    /** Seconds to wait for an event if there is none; the reply comes as soon as there is one. */
    wait?: number
  } }): AsyncGenerator<FeedEvent, void>
  }
  /** Read the figures of a period (our addition). What came, was found, offered, decided and sold, and how long it took, compared with the period before: 30 figures, each with its definition. Technicians and advisors see their own figures, everybody else those of the branches they reach. The figures of other persons are shown only if the system client has allowed it. */
  getFigures(params: {
    /** The system client. */
    system_client_id?: string
  }, given: CallOptions & { query: {
    /** The first day. A date, or a date with a time, which then means its day in the time zone of the system client. */
    from: string
    /** The last day, which is included; at most 5 years after the first. */
    to: string
    /** The first day of the period to compare with. Left out, with `beforeTo`: as many days before, or as many whole months. */
    beforeFrom?: string
    /** The last day of the period to compare with. */
    beforeTo?: string
    /** How they are grouped; `none` unless said. */
    by?: "none" | "site" | "branch" | "person" | "day" | "week" | "month"
    /** Only these branches; may be repeated. */
    branch?: string[]
    /** Only the branches of these sites; may be repeated. */
    site?: string[]
    /** Only the orders of this person: the `key` of a group of persons, or `me`. */
    person?: string
    /** Only these figures; may be repeated. Shorter where there are many groups. */
    figure?: ("orders" | "rejected" | "checkRate" | "redPerCar" | "amberPerCar" | "found" | "notOffered" | "offered" | "approved" | "sold" | "offeredMoney" | "approvedMoney" | "soldMoney" | "approvedShare" | "soldShare" | "upliftPerOrder" | "checkMinutes" | "partsMinutes" | "offerMinutes" | "resultMinutes" | "decisionMinutes" | "sent" | "openedShare" | "watchedShare" | "decidedOnlineShare" | "deferred" | "returnedShare" | "photosPerCheck" | "videosPerCheck" | "stars")[]
    /** The language of names and definitions, as a tag such as `de`; otherwise that of the system client. */
    language?: string
  } }): Promise<Reply<200, Figures>>
  /** Read the figures of single questions (our addition). What each question of a check takes, finds and brings: 3 figures. For roles that see more than their own figures. */
  getQuestionFigures(params: {
    /** The system client. */
    system_client_id?: string
  }, given: CallOptions & { query: {
    /** The first day. A date, or a date with a time, which then means its day in the time zone of the system client. */
    from: string
    /** The last day, which is included; at most 5 years after the first. */
    to: string
    /** The first day of the period to compare with. Left out, with `beforeTo`: as many days before, or as many whole months. */
    beforeFrom?: string
    /** The last day of the period to compare with. */
    beforeTo?: string
    /** Only these branches; may be repeated. */
    branch?: string[]
    /** Only the branches of these sites; may be repeated. */
    site?: string[]
    /** The language of names and definitions, as a tag such as `de`; otherwise that of the system client. */
    language?: string
  } }): Promise<Reply<200, QuestionFigureList>>
  /** Read the orders behind the figures (our addition). Every order that the figures of the same query count, page by page, with its car and its own figures: added up, they are the figures. Technicians and advisors see their own figures, everybody else those of the branches they reach. The figures of other persons are shown only if the system client has allowed it. */
  getFigureCars(params: {
    /** The system client. */
    system_client_id?: string
  }, given: CallOptions & { query: {
    /** The first day. A date, or a date with a time, which then means its day in the time zone of the system client. */
    from: string
    /** The last day, which is included; at most 5 years after the first. */
    to: string
    /** Only these branches; may be repeated. */
    branch?: string[]
    /** Only the branches of these sites; may be repeated. */
    site?: string[]
    /** Only the orders of this person: the `key` of a group of persons, or `me`. */
    person?: string
    /** What comes first: `day` the newest, unless said otherwise; `sold` what sold for most; `notSold` of which most was offered and not sold; `notOffered` with most findings without an offer. All but `day` are for at most 20,000 orders. */
    sort?: "day" | "sold" | "notSold" | "notOffered"
    /** Of the money to sort by, which `sold` and `notSold` need: currencies are never compared. */
    currency?: string
    /** At most so many; 50 if left out. */
    limit?: number
    /** `next` of the page before, with the same query. */
    cursor?: string
    /** The language of names and definitions, as a tag such as `de`; otherwise that of the system client. */
    language?: string
  } }): Promise<Reply<200, FigureCars>>
  /** Read the queue of the parts desk (our addition). Parts that were asked for at sites with the parts step, of the branches within reach. A request leaves the queue by itself when its survey is closed or its finding is answered green. */
  listPartRequests(params?: {
    /** The system client. */
    system_client_id?: string
  }, given?: CallOptions & { query?: {
    /** Dealer code or branch id; may be repeated. */
    branch?: string[]
    /** Only those in this state. */
    state?: "requested" | "priced" | "unavailable"
    /** `next` of the page before. */
    after?: string
    /** At most so many; 50 if left out. */
    limit?: number
    /** Of titles; that of the system client if left out. */
    language?: "en" | "de" | "fr" | "pl" | "ru"
  } }): Promise<Reply<200, PartQueue>>
  /** Reply to a request for parts (our addition). A price with the day on which the parts will be there, or that they cannot be had. Also corrects a reply. If somebody changed the request since `revision`, nothing is changed and the refusal says who did what; sending the same again changes nothing. */
  putPartReply(params: {
    /** The system client. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
    /** The question of the finding. */
    question_id: string
  }, given: CallOptions & { body: PartReply }): Promise<Reply<200, PartRequest>>
  /** Ask what the key is and reaches (our addition). A first call that needs nothing but a key: whose it is, until when it is valid, which system clients it reaches in which role, and what the service takes. Outside any system client. */
  getSelf(params?: Record<never, never>, given?: CallOptions): Promise<Reply<200, Self>>
  /** Read the clock of a sandbox (our addition). What the service takes for the present time in everything it does for this client. */
  getSandboxClock(params?: {
    /** The system client, a sandbox. */
    system_client_id?: string
  }, given?: CallOptions): Promise<Reply<200, SandboxClock>>
  /** Move the clock of a sandbox (our addition). From now on everything of this client happens at that time: links end, messages and callbacks that wait become due. The clock goes on from there. It cannot be before the real time. Keys, sessions, certificates and links to files keep to the real time. The process that is asked follows at once, all others within a second. */
  putSandboxClock(params: {
    /** The system client, a sandbox. */
    system_client_id?: string
  }, given: CallOptions & { body: ClockChange }): Promise<Reply<200, SandboxClock>>
  /** Start over in a sandbox (our addition). Removes orders, leads, surveys, quotes, messages, files, callbacks and events, and sets the clock to the real time. Settings, sites, branches, logins, keys, templates, packages, prices, texts and the receiver of callbacks stay. */
  resetSandbox(params?: {
    /** The system client, a sandbox. */
    system_client_id?: string
  }, given?: CallOptions): Promise<Reply<200, SandboxReset>>
  /** Let an advisor begin without an order (our addition). As if an advisor had begun an inspection by hand because the DMS is down. An order for the same VIN or plate that comes later, to the same branch and within three days, takes over the surveys with their answers (I5). */
  simulateArrival(params: {
    /** The system client, a sandbox. */
    system_client_id?: string
  }, given: CallOptions & { body: SimulatedArrival }): Promise<Reply<200, SimulatedArrivalResult>>
  /** Let a technician answer (our addition). As if it had been tapped in the app by the login that calls: the same checks, events and offers of packages. */
  simulateAnswers(params: {
    /** The system client, a sandbox. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
  }, given: CallOptions & { body: SimulatedAnswers }): Promise<Reply<200, SimulatedAnswersResult>>
  /** Let a technician take a photo (our addition). A picture that is made up, stored as any photo is. */
  simulatePhoto(params: {
    /** The system client, a sandbox. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
  }, given: CallOptions & { body: SimulatedPhoto }): Promise<Reply<200, SimulatedPhotoResult>>
  /** Let a technician complete the survey (our addition). Answers what is not answered yet, as `simulate-answers` does, gives the signatures and videos that completing needs, and completes (D5). The automatic messages follow. */
  simulateComplete(params: {
    /** The system client, a sandbox. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
  }, given: CallOptions & { body: SimulatedCompletion }): Promise<Reply<200, SimulatedAnswersResult>>
  /** Let an advisor offer packages (our addition). As if an advisor had chosen the variants in the app: each becomes a quote of the category `package`, with the prices of now. Possible until the survey is closed. */
  simulateOffer(params: {
    /** The system client, a sandbox. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
  }, given: CallOptions & { body: SimulatedOffer }): Promise<Reply<200, SimulatedOfferResult>>
  /** Let an advisor send the result (our addition). The message stays in the outbox, counts as sent, and the callback tells of it with the link of the owner, as of any message. */
  simulateSend(params: {
    /** The system client, a sandbox. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
  }, given: CallOptions & { body: SimulatedSending }): Promise<Reply<200, SimulatedSendingResult>>
  /** Let the owner decide (our addition). As the form of the owner's page: by the newest link that was sent and is still valid, or by a new one if there is none. The receipt is kept, and the advisor is told. */
  simulateDecide(params: {
    /** The system client, a sandbox. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
  }, given: CallOptions & { body: SimulatedDecisions }): Promise<Reply<200, SimulatedDecisionsResult>>
  /** Let the owner give feedback (our addition). As the form of the owner's page, by the same link as a decision. Once within an hour. */
  simulateFeedback(params: {
    /** The system client, a sandbox. */
    system_client_id?: string
    /** The survey. */
    survey_id: string
  }, given: CallOptions & { body: SimulatedFeedback }): Promise<Reply<200, SimulatedFeedbackResult>>
}

/** Body of each kind of callback. */
export interface CallbackBodies {
  /** A message was sent */
  messageSent: WebhookOutputInfo
  /** Something else happened, if the receiver asks for it */
  surveyCompleted: WebhookEventInfo & { kind: 'surveyCompleted' }
  surveyReopened: WebhookEventInfo & { kind: 'surveyReopened' }
  ownerDecided: WebhookEventInfo & { kind: 'ownerDecided' }
  photoReady: WebhookEventInfo & { kind: 'photoReady' }
  orderMatched: WebhookEventInfo & { kind: 'orderMatched' }
}

/** The kind of callbacks whose body names none. */
export const unnamedKind = 'messageSent'

/** Code of every kind of error; new ones may be added, so treat an unknown code by its HTTP status. */
export const errorCodes = {
  severalViolations: 40000,
  malformedJson: 40001,
  wrongJsonType: 40002,
  bodyTooLarge: 40003,
  nestedTooDeep: 40004,
  invalidPath: 40005,
  missingField: 40010,
  wrongType: 40011,
  notInList: 40012,
  invalidDate: 40013,
  outOfRange: 40014,
  tooLong: 40015,
  invalidText: 40016,
  idMismatch: 40017,
  missingCurrency: 40018,
  duplicateId: 40019,
  emptyAnswer: 40020,
  invalidLanguage: 40021,
  unknownBranch: 40030,
  tooManyNewBranches: 40031,
  noTemplate: 40032,
  missingPrice: 40033,
  unknownItem: 40034,
  centralPackage: 40035,
  unknownPackage: 40036,
  unknownAnswer: 40037,
  unknownPlace: 40038,
  invalidVin: 40039,
  surveyCompleted: 40040,
  surveyClosed: 40041,
  answerNotCustom: 40042,
  questionReserved: 40043,
  packageQuote: 40046,
  automaticQuote: 40047,
  variantNotOffered: 40048,
  variantReplaced: 40049,
  idempotencyKeyReused: 40050,
  invalidHeader: 40051,
  invalidCursor: 40052,
  idTaken: 40057,
  invalidArgument: 40061,
  workOffered: 40066,
  recipientMissing: 40070,
  addressMissing: 40071,
  clockOutOfReach: 40080,
  nothingToSimulate: 40082,
  decisionNotTaken: 40083,
  codeNeeded: 40084,
  partsStepOff: 40087,
  notAuthorized: 40100,
  notSandbox: 40302,
  forbidden: 40300,
  noSuchResource: 40401,
  notJson: 40600,
  cursorOver: 41000,
  preconditionFailed: 41200,
  rateExceeded: 42900,
  internal: 50000,
  unavailable: 50300,
  busy: 50301,
} as const

/** How each operation is sent. */
export const routes: Readonly<Record<keyof Operations, Route>> = {
  putServiceOrder: { method: 'PUT', path: '/system-clients/{system_client_id}/service-orders/{id}', headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' } },
  getServiceOrder: { method: 'GET', path: '/system-clients/{system_client_id}/service-orders/{id}', headers: { ifNoneMatch: 'If-None-Match' } },
  listServiceOrderSurveys: { method: 'GET', path: '/system-clients/{system_client_id}/service-orders/{id}/surveys' },
  listServiceOrders: { method: 'GET', path: '/system-clients/{system_client_id}/service-orders', page: {} },
  getWorkPlan: { method: 'GET', path: '/system-clients/{system_client_id}/service-orders/{id}/work-plan', headers: { ifNoneMatch: 'If-None-Match' } },
  putWorkPlan: { method: 'PUT', path: '/system-clients/{system_client_id}/service-orders/{id}/work-plan', headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' } },
  getSurvey: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{id}', headers: { ifNoneMatch: 'If-None-Match' } },
  listSurveys: { method: 'GET', path: '/system-clients/{system_client_id}/surveys', page: {} },
  addAnswer: { method: 'POST', path: '/system-clients/{system_client_id}/surveys/{survey_id}/questions/{question_id}/answers', headers: { idempotencyKey: 'Idempotency-Key' } },
  putAnswer: { method: 'PUT', path: '/system-clients/{system_client_id}/surveys/{survey_id}/questions/{question_id}/answers/{answer_id}', headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' } },
  deleteAnswer: { method: 'DELETE', path: '/system-clients/{system_client_id}/surveys/{survey_id}/questions/{question_id}/answers/{answer_id}', headers: { ifMatch: 'If-Match' } },
  getPdfForm: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{id}/pdf-forms/{form}', headers: { ifNoneMatch: 'If-None-Match' }, isBinary: true },
  getDamageDrawing: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{id}/damage-drawing', headers: { ifNoneMatch: 'If-None-Match' }, isBinary: true },
  getPhoto: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{survey_id}/photos/{photo_id}', isBinary: true },
  getPhotoSize: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{survey_id}/photos/{photo_id}/{thumbnail_size}', isBinary: true },
  listVideos: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{survey_id}/videos' },
  getVideo: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{survey_id}/videos/{video_id}', isBinary: true },
  getVideoPoster: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{survey_id}/videos/{video_id}/poster', isBinary: true },
  getDamage: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{id}/damage-marks', headers: { ifNoneMatch: 'If-None-Match' } },
  getQuote: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{id}/quotes/{quote_id}', headers: { ifNoneMatch: 'If-None-Match' } },
  putQuote: { method: 'PUT', path: '/system-clients/{system_client_id}/surveys/{id}/quotes/{quote_id}', headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' } },
  deleteQuote: { method: 'DELETE', path: '/system-clients/{system_client_id}/surveys/{id}/quotes/{quote_id}', headers: { ifMatch: 'If-Match' } },
  listQuotes: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{id}/quotes' },
  listUpsaleQuotes: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{id}/upsale-quotes' },
  getUpsaleQuote: { method: 'GET', path: '/system-clients/{system_client_id}/surveys/{id}/upsale-quotes/{quote_id}', headers: { ifNoneMatch: 'If-None-Match' } },
  listPackages: { method: 'GET', path: '/system-clients/{system_client_id}/packages' },
  getPackage: { method: 'GET', path: '/system-clients/{system_client_id}/packages/{id}', headers: { ifNoneMatch: 'If-None-Match' } },
  putPackage: { method: 'PUT', path: '/system-clients/{system_client_id}/packages/{id}', headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' } },
  getMasterPackage: { method: 'GET', path: '/system-clients/{system_client_id}/packages/{id}/master', headers: { ifNoneMatch: 'If-None-Match' } },
  putPackagePrices: { method: 'PUT', path: '/system-clients/{system_client_id}/packages/{id}/prices', headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' } },
  listSurveyTemplates: { method: 'GET', path: '/system-clients/{system_client_id}/survey-templates' },
  getSurveyTemplate: { method: 'GET', path: '/system-clients/{system_client_id}/survey-templates/{id}', headers: { ifNoneMatch: 'If-None-Match' } },
  putPackageAssignment: { method: 'PUT', path: '/system-clients/{system_client_id}/survey-templates/{id}/package-assignment', headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' } },
  getPackageAssignment: { method: 'GET', path: '/system-clients/{system_client_id}/survey-templates/{id}/package-assignment', headers: { ifNoneMatch: 'If-None-Match' } },
  getVehicleInfo: { method: 'GET', path: '/system-clients/{system_client_id}/vehicle-info/{VIN}' },
  getVehicleHistory: { method: 'GET', path: '/system-clients/{system_client_id}/vehicles/{vin}/history', headers: { ifNoneMatch: 'If-None-Match' } },
  putLead: { method: 'PUT', path: '/system-clients/{system_client_id}/leads/{id}', headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' } },
  getLead: { method: 'GET', path: '/system-clients/{system_client_id}/leads/{id}', headers: { ifNoneMatch: 'If-None-Match' } },
  listLeadSurveys: { method: 'GET', path: '/system-clients/{system_client_id}/leads/{id}/surveys' },
  listLeads: { method: 'GET', path: '/system-clients/{system_client_id}/leads', page: {} },
  putDeal: { method: 'PUT', path: '/system-clients/{system_client_id}/leads/{lead_id}/deals/{id}', headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' } },
  deleteDeal: { method: 'DELETE', path: '/system-clients/{system_client_id}/leads/{lead_id}/deals/{id}', headers: { ifMatch: 'If-Match' } },
  listEvents: { method: 'GET', path: '/system-clients/{system_client_id}/events', page: {} },
  getFigures: { method: 'GET', path: '/system-clients/{system_client_id}/figures' },
  getQuestionFigures: { method: 'GET', path: '/system-clients/{system_client_id}/figures/questions' },
  getFigureCars: { method: 'GET', path: '/system-clients/{system_client_id}/figures/cars' },
  listPartRequests: { method: 'GET', path: '/system-clients/{system_client_id}/part-requests' },
  putPartReply: { method: 'PUT', path: '/system-clients/{system_client_id}/surveys/{survey_id}/part-requests/{question_id}/reply' },
  getSelf: { method: 'GET', path: '/self' },
  getSandboxClock: { method: 'GET', path: '/system-clients/{system_client_id}/sandbox/clock' },
  putSandboxClock: { method: 'PUT', path: '/system-clients/{system_client_id}/sandbox/clock' },
  resetSandbox: { method: 'POST', path: '/system-clients/{system_client_id}/sandbox/reset' },
  simulateArrival: { method: 'POST', path: '/system-clients/{system_client_id}/sandbox/simulate-arrival' },
  simulateAnswers: { method: 'POST', path: '/system-clients/{system_client_id}/sandbox/surveys/{survey_id}/simulate-answers' },
  simulatePhoto: { method: 'POST', path: '/system-clients/{system_client_id}/sandbox/surveys/{survey_id}/simulate-photo' },
  simulateComplete: { method: 'POST', path: '/system-clients/{system_client_id}/sandbox/surveys/{survey_id}/simulate-complete' },
  simulateOffer: { method: 'POST', path: '/system-clients/{system_client_id}/sandbox/surveys/{survey_id}/simulate-offer' },
  simulateSend: { method: 'POST', path: '/system-clients/{system_client_id}/sandbox/surveys/{survey_id}/simulate-send' },
  simulateDecide: { method: 'POST', path: '/system-clients/{system_client_id}/sandbox/surveys/{survey_id}/simulate-decide' },
  simulateFeedback: { method: 'POST', path: '/system-clients/{system_client_id}/sandbox/surveys/{survey_id}/simulate-feedback' },
}
