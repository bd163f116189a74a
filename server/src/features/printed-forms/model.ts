// What a printed form says, with everything decided and in domain words: apart from photos all the drawing needs. Types only, plain
// JSON, so that a model can be sent to a worker and a stored one can be drawn again.
import type { ActLine } from '@walkaround/contract/app/acts.ts'
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import type { MarkKind } from '@walkaround/contract/mark-kinds.ts'
import type { OwnerWay } from '@walkaround/contract/owner-page.ts'
import type { Belongings, FoundSection, Offer, PhotoRef } from '../findings/model.ts'
import type { Mileage } from '../vehicles/mileage.ts'

export type FormName =
  | 'survey-summary'
  | 'handover-act'
  | 'handover-pack'
  | 'damage-report'
  | 'owner-receipt'
  | 'vehicle-history'

export type FormModel = {
  readonly form: FormName
  /** BCP 47 tag; texts fall back to the base language, then to English. Numbers and dates follow it too. */
  readonly language: string
  /** IANA name; times are printed in it. */
  readonly timeZone: string
  /** ISO 4217, of the order's lines; a quote may have its own. */
  readonly currency?: string
  /** ISO time of the last change, printed as the date. Never the clock: the same survey gives the same bytes. */
  readonly asOf: string
  readonly dealership: FormDealership
  readonly order: FormOrder
  readonly customer?: FormPartner
  /** Printed if present, otherwise the customer. */
  readonly driver?: FormPerson
  readonly owner?: FormPartner
  readonly serviceAdvisor?: FormPerson
  /** In the head of the form; only with a picture, which is among the photos passed to the drawing. */
  readonly advisor?: { readonly name: string; readonly phone?: string; readonly picture: PhotoRef }
  readonly surveyor?: FormPerson
  /** When the inspection was completed; ISO instant. */
  readonly surveyedAt?: string
  readonly vehicle: FormVehicle
  /** Visible questions by section, answered or not; a question without answers was not checked (D4). */
  readonly sections: readonly FoundSection[]
  readonly quotes?: readonly Offer[]
  /** Automatic quotes: work that is due by age or mileage, without a finding. */
  readonly dueSoon?: readonly Offer[]
  readonly belongings?: Belongings
  /** What was agreed at the counter: question and answer as plain words; an empty answer means none was given. */
  readonly consents?: readonly { readonly text: string; readonly answer: string }[]
  readonly damage?: FormDamage
  /** What the parties agree to. */
  readonly terms?: readonly { readonly title: string; readonly text: string }[]
  readonly signatures?: readonly FormSignature[]
  /** Photos of the survey as a whole, printed at the end. */
  readonly surveyPhotos?: readonly PhotoRef[]
  /** Address of the online result; printed as a QR code. */
  readonly resultUrl?: string
  /** Of an owner's receipt: its name, when it was decided, and the SHA-256 of what was shown. */
  readonly receipt?: {
    readonly id: string
    readonly decidedAt: string
    readonly hash: string
    readonly way?: { readonly link?: OwnerWay; readonly code?: OwnerWay }
  }
  /** Of a vehicle's history. */
  readonly history?: FormHistory
  /** Known photos. One that is referred to but has no bytes prints as a labelled empty frame. */
  readonly photos?: Readonly<Record<PhotoRef, FormPhoto>>
}

type FormPhoto = {
  readonly width: number
  readonly height: number
  readonly takenAt?: string
  readonly caption?: string
  /** What was drawn on it; blurred areas are in its bytes too. */
  readonly shapes?: readonly MarkupShape[]
}

export type FormDealership = {
  readonly name: string
  readonly addressLines?: readonly string[]
  readonly phone?: string
  readonly email?: string
  readonly web?: string
  /** JPEG or PNG, among the photos passed to the drawing. */
  readonly logo?: PhotoRef
  /** As #rrggbb. */
  readonly colours?: { readonly main: string; readonly second: string } | undefined
  /** In the language of the form. */
  readonly hours?: readonly string[]
}

type FormOrder = {
  readonly id: string
  readonly externalId?: string
  readonly type?: string
  readonly plannedStart?: string
  /** The customer's request. */
  readonly description?: string
  readonly lines?: readonly ActLine[]
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
  readonly mileage?: Mileage
  /** As answered; `share` (0–1) is drawn as a gauge. */
  readonly energyLevel?: { readonly text: string; readonly share?: number }
}

export type FormDamage = {
  readonly outline?: VehicleOutline
  readonly marks: readonly FormMark[]
  /** Whether somebody checked: only then do no marks mean no damage. */
  readonly checked?: boolean
}

export type FormMark = {
  readonly number: number
  readonly kind: MarkKind
  /** Fractions of the drawing's width and height, 0–1, from its upper left corner. */
  readonly x: number
  readonly y: number
  /** Measured, or a word that the texts may have (small, medium, large). */
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
    /** Its material: paint, glass, trim, lamp, wheel. */
    readonly kind?: string
    readonly path: string
  }[]
  /** `weight` is in units of the viewBox. */
  readonly lines: readonly { readonly view: string; readonly path: string; readonly weight?: number }[]
}

/** A vehicle over its visits, as its owner may read it: nothing internal. Times are ISO. */
export type FormHistory = {
  readonly visits: readonly {
    readonly at: string
    readonly text: string
    readonly mileage?: Mileage | undefined
  }[]
  readonly hasMore?: boolean | undefined
  /** The oldest reading first. */
  readonly values: readonly {
    readonly text: string
    readonly unit?: string | undefined
    readonly readings: readonly {
      readonly at: string
      readonly value: number
      readonly status?: 'green' | 'amber' | 'red' | undefined
    }[]
  }[]
  readonly findings: readonly {
    readonly text: string
    readonly grade: 'amber' | 'red'
    readonly since: string
  }[]
  readonly open: readonly FormWork[]
  readonly done: readonly FormWork[]
  readonly damage: readonly {
    readonly kind: MarkKind
    readonly panel?: string | undefined
    readonly since: string
  }[]
}

export type FormWork = {
  readonly text: string
  readonly at?: string | undefined
  readonly decision?: 'approved' | 'rejected' | 'deferred' | undefined
  readonly until?: string | undefined
  readonly currency?: string | undefined
  readonly amount?: number | undefined
}

export type FormSignature = {
  /** The first four sign for the customer, the others for the dealership. */
  readonly role: 'customer' | 'driver' | 'owner' | 'representative' | 'serviceAdvisor' | 'technician'
  readonly name?: string
  readonly signedAt?: string
  /** Each stroke as x, y, x, y … in units of the height of the field. */
  readonly strokes?: readonly (readonly number[])[]
  /** SHA-256 of what was shown when it was signed, in hex. */
  readonly hash?: string
  /** The form has changed since: printed struck out, and a new signature is needed. */
  readonly isStruck?: boolean
}
