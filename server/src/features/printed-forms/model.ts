// What a printed form says, with everything decided and in domain words: the one thing the drawing needs beside photos.
// Types only, plain JSON, so that a model crosses into a worker and a stored one can be drawn again.
import type { OwnerWay } from '@walkaround/contract/owner-page.ts'

export type FormName = 'survey-summary' | 'handover-act' | 'handover-pack' | 'damage-report' | 'owner-receipt'
export type FormStatus = 'red' | 'amber' | 'green'
export type PhotoRef = string

export type FormModel = {
  readonly form: FormName
  /** BCP 47 tag; texts fall back to the base language, then to English. Numbers and dates follow it too. */
  readonly language: string
  /** IANA name; instants are printed in it. */
  readonly timeZone: string
  /** ISO 4217, of the order's lines; a quote may name its own. */
  readonly currency?: string
  /** ISO instant of the last change, printed as the date. Never the clock: the same survey gives the same bytes. */
  readonly asOf: string
  readonly dealership: FormDealership
  readonly order: FormOrder
  readonly customer?: FormPartner
  /** Printed where present, else the customer. */
  readonly driver?: FormPerson
  readonly owner?: FormPartner
  readonly serviceAdvisor?: FormPerson
  readonly surveyor?: FormPerson
  /** When the inspection was completed; ISO instant. */
  readonly surveyedAt?: string
  readonly vehicle: FormVehicle
  /** Visible questions by section, answered or not; a question without answers was not checked (D4). */
  readonly sections: readonly FormSection[]
  readonly quotes?: readonly FormQuote[]
  /** Automatic quotes: work that is due by age or mileage, without a finding. */
  readonly dueSoon?: readonly FormQuote[]
  readonly belongings?: FormBelongings
  /** What was agreed at the counter: question and answer, as plain words; an empty answer was not given. */
  readonly consents?: readonly { readonly text: string; readonly answer: string }[]
  readonly damage?: FormDamage
  /** What the parties agree to. */
  readonly terms?: readonly { readonly title: string; readonly text: string }[]
  readonly signatures?: readonly FormSignature[]
  /** Photos of the survey as a whole, printed at the end. */
  readonly surveyPhotos?: readonly PhotoRef[]
  /** Address of the online result; printed as a QR code. */
  readonly resultUrl?: string
  /** Of an owner's receipt: what it is called, when it was decided, and the SHA-256 of what was shown. */
  readonly receipt?: {
    readonly id: string
    readonly decidedAt: string
    readonly hash: string
    readonly way?: { readonly link?: OwnerWay; readonly code?: OwnerWay }
  }
  /** Known photos. One that is named elsewhere and has no bytes prints as a labelled empty frame. */
  readonly photos?: Readonly<Record<PhotoRef, FormPhoto>>
}

export type FormPhoto = {
  readonly width: number
  readonly height: number
  readonly takenAt?: string
  readonly caption?: string
}

export type FormDealership = {
  readonly name: string
  readonly addressLines?: readonly string[]
  readonly phone?: string
  readonly email?: string
  readonly web?: string
  /** JPEG or PNG, among the photos given to the drawing. */
  readonly logo?: PhotoRef
}

export type FormOrder = {
  readonly id: string
  readonly externalId?: string
  readonly type?: string
  readonly plannedStart?: string
  /** The customer's request. */
  readonly description?: string
  readonly lines?: readonly FormLine[]
}

export type FormLine = {
  readonly text: string
  readonly code?: string
  readonly category: 'labour' | 'material'
  readonly quantity?: number
  /** Code of a unit of measure: hour, ea, l … */
  readonly unit?: string
  readonly amountExVat?: number
  readonly amountIncVat?: number
}

export type FormPerson = {
  readonly title?: string
  readonly firstName?: string
  readonly middleName?: string
  readonly lastName?: string
  readonly phone?: string
  readonly email?: string
  readonly address?: string
}

export type FormCompany = {
  readonly name: string
  readonly phone?: string
  readonly email?: string
  readonly address?: string
  readonly contactPersons?: readonly FormPerson[]
}

export type FormPartner =
  | ({ readonly category: 'person' } & FormPerson)
  | ({ readonly category: 'legalEntity' } & FormCompany)

export type FormVehicle = {
  readonly vin?: string
  readonly numberPlate?: string
  readonly numberPlateCountry?: string
  readonly make?: string
  readonly model?: string
  readonly modelCode?: string
  readonly modelYear?: number
  readonly productionYear?: number
  readonly colour?: string
  readonly fuelType?: string
  readonly engineCapacity?: number
  readonly engineType?: string
  readonly engineNumber?: string
  readonly gearboxType?: string
  readonly warrantyEnd?: string
  readonly serviceContractNumber?: string
  readonly mileage?: number
  readonly mileageUnit?: 'km' | 'mi'
  /** As answered; `share` (0–1) is drawn as a gauge. */
  readonly energyLevel?: { readonly text: string; readonly share?: number }
}

export type FormSection = { readonly text: string; readonly questions: readonly FormQuestion[] }

export type FormQuestion = {
  /** Ties quotes to their finding. */
  readonly ref?: string
  readonly text: string
  readonly answers: readonly FormAnswer[]
  readonly photos?: readonly PhotoRef[]
  /** No finding about the vehicle: written down, and counted nowhere. */
  readonly isAside?: true
}

export type FormAnswer = {
  readonly status?: FormStatus
  readonly text?: string
  readonly value?: number
  /** Code of a unit of measure. */
  readonly unit?: string
  readonly comment?: string
  readonly limit?: FormLimit
  readonly photos?: readonly PhotoRef[]
}

/** Bands of a measured value, ascending; the last has no bound and takes the rest. */
export type FormLimit = {
  readonly bands: readonly { readonly status: FormStatus; readonly below?: number; readonly upTo?: number }[]
  readonly min?: number
  readonly max?: number
  readonly legalMin?: number
  readonly legalMax?: number
}

export type FormSum = { readonly exVat?: number; readonly incVat?: number }

export type FormQuote = {
  readonly text: string
  /** `ref` of the question it answers. */
  readonly questionRef?: string
  /** Other questions the same work covers, and what the one it stands at is called (I4). */
  readonly covers?: { readonly refs: readonly string[]; readonly at: string }
  readonly currency: string
  readonly lines?: readonly FormLine[]
  readonly labour?: FormSum
  readonly parts?: FormSum
  /** What the customer pays, discount taken off. */
  readonly total?: FormSum
  /** What it would cost without the discount; left out when there is none. */
  readonly totalBeforeDiscount?: FormSum
  readonly approval?: FormApproval
  /** Why it is due, for automatic quotes, in the reader's language. */
  readonly reason?: string
}

export type FormApproval = {
  readonly status: 'approved' | 'rejected' | 'deferred'
  readonly date?: string
  readonly deferredTo?: string
  readonly medium?: string
  /** Who told the decision, where staff recorded it. */
  readonly spokeWith?: string
  readonly reason?: string
}

export type FormBelongings = {
  /** Valuables left in the vehicle, as written down; "none" is an answer too. */
  readonly left?: string
  /** Keys, papers and the like. */
  readonly handedOver?: readonly string[]
}

export type DamageKind = 'scratch' | 'dent' | 'crack' | 'chip' | 'rust' | 'missing' | 'other'

export type FormDamage = {
  readonly outline?: VehicleOutline
  readonly marks: readonly FormMark[]
  /** Whether somebody looked: no marks then means no damage, and otherwise means nothing. */
  readonly checked?: boolean
}

export type FormMark = {
  readonly number: number
  readonly kind: DamageKind
  /** Fractions of the drawing's width and height, 0–1, from its upper left corner. */
  readonly x: number
  readonly y: number
  /** Measured, or a word that the texts may know (small, medium, large). */
  readonly size?: { readonly value: number; readonly unit: string } | string
  /** Its name in the language of the form. */
  readonly panel?: string
  readonly comment?: string
  readonly photos?: readonly PhotoRef[]
  /** From an earlier visit; drawn grey. */
  readonly isEarlier?: boolean
  readonly recordedAt?: string
}

/** An unfolded vehicle. Paths are SVG path data of absolute M, L, C and Z. */
export type VehicleOutline = {
  readonly style: string
  readonly viewBox: readonly [number, number]
  readonly views: readonly { readonly id: string; readonly box: readonly number[] }[]
  readonly panels: readonly {
    readonly id: string
    readonly view: string
    /** What it is made of: paint, glass, trim, lamp, wheel. */
    readonly kind?: string
    readonly path: string
  }[]
  /** `weight` is in units of the viewBox. */
  readonly lines: readonly { readonly view: string; readonly path: string; readonly weight?: number }[]
}

export type FormSignature = {
  /** The first four sign for the customer, the others for the dealership. */
  readonly role: 'customer' | 'driver' | 'owner' | 'representative' | 'serviceAdvisor' | 'technician'
  readonly name?: string
  readonly signedAt?: string
  /** Each stroke x, y, x, y … in units of the height of the field it was written in. */
  readonly strokes?: readonly (readonly number[])[]
  /** SHA-256 of what was shown when it was given, in hex. */
  readonly hash?: string
  /** The form says something else by now: printed struck out, and asked for again. */
  readonly isStruck?: true
}
