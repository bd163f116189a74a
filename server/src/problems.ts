// The catalogue of everything the service can refuse, with stable numbers (B6). A Problem is made nowhere else.
// Codes are grouped by status and never reused; the published table is generated from this one.

interface Entry {
  status: number
  errorCode: number
  /** The short text every answer with this code carries. */
  error: string
  /** When it happens, for the published catalogue. */
  when: string
}

export const catalogue = {
  severalViolations: {
    status: 400,
    errorCode: 40000,
    error: 'Several fields are invalid',
    when: 'The body or query breaks more than one rule; `errorInfo` lists them line by line, at most 50.',
  },
  malformedJson: {
    status: 400,
    errorCode: 40001,
    error: 'The body is not valid JSON',
    when: 'The body cannot be parsed, is not UTF-8, holds NUL or lone surrogates, or is missing where one is needed.',
  },
  wrongJsonType: {
    status: 400,
    errorCode: 40002,
    error: 'The body has the wrong JSON type',
    when: 'The body is JSON, but not the object (or, for package-assignment, the array) the operation takes.',
  },
  bodyTooLarge: {
    status: 400,
    errorCode: 40003,
    error: 'The body is too large',
    when: 'The body is longer than the limit in bytes (A10).',
  },
  nestedTooDeep: {
    status: 400,
    errorCode: 40004,
    error: 'The body is nested too deeply',
    when: 'The body nests objects or arrays more than 32 levels deep.',
  },
  invalidPath: {
    status: 400,
    errorCode: 40005,
    error: 'An identifier in the path is invalid',
    when: 'An identifier in the path is empty, longer than 128 characters, or holds NUL or broken percent-encoding.',
  },
  missingField: {
    status: 400,
    errorCode: 40010,
    error: 'A required field is missing',
    when: 'A required field is absent, null or an empty string.',
  },
  wrongType: {
    status: 400,
    errorCode: 40011,
    error: 'A field has the wrong type',
    when: 'A field holds another JSON type than the interface gives it.',
  },
  notInList: {
    status: 400,
    errorCode: 40012,
    error: 'A value is not in its list',
    when: 'A field or query parameter with a closed list of values holds another one (A4).',
  },
  invalidDate: {
    status: 400,
    errorCode: 40013,
    error: 'A date is invalid',
    when: 'A date or date-time is not ISO 8601, or does not exist (30 February).',
  },
  outOfRange: {
    status: 400,
    errorCode: 40014,
    error: 'A number is out of range',
    when: 'A number is not finite, not below 10^12, negative where that makes no sense, or not whole where it must be.',
  },
  tooLong: {
    status: 400,
    errorCode: 40015,
    error: 'A value is too long',
    when: 'A string, identifier or array is longer than its limit (A10).',
  },
  invalidText: {
    status: 400,
    errorCode: 40016,
    error: 'A text holds a character that cannot be stored',
    when: 'A string holds NUL or a lone surrogate.',
  },
  idMismatch: {
    status: 400,
    errorCode: 40017,
    error: 'The id in the body differs from the id in the path',
    when: 'The body carries an `id` that is not the one in the path (A5).',
  },
  missingCurrency: {
    status: 400,
    errorCode: 40018,
    error: 'An amount has no currency',
    when: 'An amount is sent without the currency it is in (A9).',
  },
  duplicateId: {
    status: 400,
    errorCode: 40019,
    error: 'An id occurs twice in one list',
    when: 'Two entries of one array carry the same id where ids must be unique.',
  },
  emptyAnswer: {
    status: 400,
    errorCode: 40020,
    error: 'The answer says nothing',
    when: 'None of `value`, `status` and `comment` is given (D3).',
  },
  unknownBranch: {
    status: 400,
    errorCode: 40030,
    error: 'The dealer code is not known',
    when: 'The system client takes only dealer codes it knows, and `externalBranchId` is not one of them (C1).',
  },
  tooManyNewBranches: {
    status: 400,
    errorCode: 40031,
    error: 'Too many new dealer codes today',
    when: 'More than 20 dealer codes nobody had entered arrived within one day (C1).',
  },
  noTemplate: {
    status: 400,
    errorCode: 40032,
    error: 'There is no survey template for this survey type',
    when: 'A survey is to be made, and neither the system client nor a master client has a template of its type.',
  },
  missingPrice: {
    status: 400,
    errorCode: 40033,
    error: 'A price is missing',
    when: 'An item of an own package or of a quote lacks an amount it needs, or a `fixedVariantPrice` variant its own prices (E3, E7).',
  },
  unknownItem: {
    status: 400,
    errorCode: 40034,
    error: 'The package has no such variant or item',
    when: 'A price list names a variant or item the package does not have; nothing is changed (E4).',
  },
  centralPackage: {
    status: 400,
    errorCode: 40035,
    error: 'The package is centrally run',
    when: 'A package whose id contains `!` is created or changed; only its prices can be set (E5).',
  },
  unknownPackage: {
    status: 400,
    errorCode: 40036,
    error: 'The package is not an own package',
    when: 'A package-assignment names a package that is not an own one of this client (E6).',
  },
  unknownAnswer: {
    status: 400,
    errorCode: 40037,
    error: 'The question or answer does not exist',
    when: 'A quote or a package-assignment names a question or answer that the survey or template does not have (E6, E7).',
  },
  unknownPlace: {
    status: 400,
    errorCode: 40038,
    error: 'The site or branch does not exist',
    when: 'A package-assignment names a site or branch this client does not have, or a branch without its site (E6).',
  },
  invalidVin: {
    status: 400,
    errorCode: 40039,
    error: 'The VIN is malformed',
    when: 'The VIN in the path is not 17 characters of A–Z and 0–9 without I, O and Q (F3).',
  },
  surveyCompleted: {
    status: 400,
    errorCode: 40040,
    error: 'The survey is completed',
    when: 'An answer is added, changed or removed after the inspection was completed.',
  },
  surveyClosed: {
    status: 400,
    errorCode: 40041,
    error: 'The survey is closed',
    when: 'An answer, a quote or a selection is changed after the order or lead was closed or rejected; the decision on a quote still moves (D5).',
  },
  answerNotCustom: {
    status: 400,
    errorCode: 40042,
    error: 'The answer is not a custom answer',
    when: 'A standard answer of the template is changed or removed; only answers with `custom` true can be.',
  },
  questionReserved: {
    status: 400,
    errorCode: 40043,
    error: 'The question is reserved for automatic quotes',
    when: 'An answer or a quote is put on the question `upSale` (D3, E7).',
  },
  surveyIncomplete: {
    status: 400,
    errorCode: 40044,
    error: 'The inspection is not complete',
    when: 'An inspection is completed while visible mandatory questions have no answer; `errorInfo` lists them.',
  },
  surveyNotCompleted: {
    status: 400,
    errorCode: 40045,
    error: 'The survey is not completed',
    when: 'A survey that is not completed is reopened.',
  },
  packageQuote: {
    status: 400,
    errorCode: 40046,
    error: 'A package quote cannot be changed',
    when: 'A quote of category `package` is changed or removed; make a `quote` with its `packageId` and `variantId` instead (E7).',
  },
  automaticQuote: {
    status: 400,
    errorCode: 40047,
    error: 'Automatic quotes cannot be created',
    when: 'A PUT would create a quote of category `upsaleQuote` (E8).',
  },
  variantNotOffered: {
    status: 400,
    errorCode: 40048,
    error: 'The package variant is not offered here',
    when: 'A quote or a selection names a package variant that is not offered on that answer, or that has no price (E2, E7).',
  },
  variantReplaced: {
    status: 400,
    errorCode: 40049,
    error: 'The package variant is replaced by another quote',
    when: 'A quote would replace a variant that another quote has replaced already (E7).',
  },
  idempotencyKeyReused: {
    status: 400,
    errorCode: 40050,
    error: 'The idempotency key was used with another body',
    when: 'An `Idempotency-Key` comes back within 24 hours with a body that differs from the first one (B7).',
  },
  invalidHeader: {
    status: 400,
    errorCode: 40051,
    error: 'A header is invalid',
    when: 'A header of ours has a value that breaks its rule, or the request line or headers are malformed.',
  },
  invalidCursor: {
    status: 400,
    errorCode: 40052,
    error: 'The cursor is invalid',
    when: 'The `cursor` of a list is not one this service gave out for the same query.',
  },
  photoRefused: {
    status: 400,
    errorCode: 40053,
    error: 'The photo is refused',
    when: 'What was sent is no JPEG, PNG, WebP, AVIF or HEIC photo, is broken, animated, more than one thing at once, or has too many pixels (D6).',
  },
  videoRefused: {
    status: 400,
    errorCode: 40054,
    error: 'The video is refused',
    when: 'What was sent is no video, or its structure cannot be read, so that what the recorder wrote into it cannot be removed.',
  },
  fileTooLarge: {
    status: 400,
    errorCode: 40055,
    error: 'The file is too large',
    when: 'A photo or video has more bytes than the setting allows.',
  },
  digestMismatch: {
    status: 400,
    errorCode: 40056,
    error: 'The bytes do not match their digest',
    when: 'The SHA-256 sent with a file, or with a part of it, is not that of the bytes that arrived; nothing was kept of them.',
  },
  idTaken: {
    status: 400,
    errorCode: 40057,
    error: 'The id is taken by something else',
    when: 'Another photo, video or signature is sent under an id the survey has already.',
  },
  signatureMissing: {
    status: 400,
    errorCode: 40058,
    error: 'A signature or video is missing',
    when: 'An inspection is completed while a question that must be signed is not, or was before a change (I2), or a mandatory video is missing; `errorInfo` lists them (D5).',
  },
  matchRefused: {
    status: 400,
    errorCode: 40059,
    error: 'The two orders cannot be matched',
    when: 'An order made by hand is matched to one that is closed, made by hand itself, or has answers in a survey of the same type; or is to be taken apart from one that is closed, or that it is not matched to (I5).',
  },
  alreadyExists: {
    status: 400,
    errorCode: 40060,
    error: 'It exists already',
    when: 'A command adds something whose identifier is taken.',
  },
  invalidArgument: {
    status: 400,
    errorCode: 40061,
    error: 'An argument is invalid',
    when: 'A command is given a value that breaks its rule.',
  },
  invalidTemplate: {
    status: 400,
    errorCode: 40062,
    error: 'The survey template is invalid',
    when: 'An imported template breaks a rule; `errorInfo` lists what and where.',
  },
  receiverRefused: {
    status: 400,
    errorCode: 40063,
    error: 'The receiver of callbacks is refused',
    when: 'Its address cannot be reached by the rules of this installation, or its key or secret has a wrong form or is missing (G2, G3).',
  },
  decidedOnline: {
    status: 400,
    errorCode: 40064,
    error: 'The owner has decided online',
    when: 'A decision recorded by staff would replace one the owner took online, and does not name it; look at the quote and decide again.',
  },
  signerNotNamed: {
    status: 400,
    errorCode: 40065,
    error: 'Who signed is not named',
    when: "Somebody signs for a company (role `representative`) without a name, or under the company's own.",
  },
  workOffered: {
    status: 400,
    errorCode: 40066,
    error: 'This work is offered already',
    when: 'A package whose work covers several findings, an axle for example, is chosen or quoted at a second one of them; `errorInfo` names the quote that has it.',
  },
  recipientMissing: {
    status: 400,
    errorCode: 40070,
    error: 'There is no such recipient',
    when: 'A message is to go to a customer, driver, owner or contact person the survey does not have.',
  },
  addressMissing: {
    status: 400,
    errorCode: 40071,
    error: 'The recipient has no address for this channel',
    when: 'A message is to go to somebody without a usable e-mail address or mobile number.',
  },
  botNotStarted: {
    status: 400,
    errorCode: 40072,
    error: 'The recipient has not started the bot',
    when: 'A message is to go by Telegram to somebody who has not started the bot, or has stopped it (G4).',
  },
  resultNotSent: {
    status: 400,
    errorCode: 40073,
    error: 'The result is not sent to customers',
    when: 'The result of a quality check is to be sent.',
  },
  channelNotSetUp: {
    status: 400,
    errorCode: 40074,
    error: 'The channel is not set up',
    when: 'A link that starts the bot is wanted, and there is no bot; or the channel has no form of that message.',
  },
  messageNotRepeatable: {
    status: 400,
    errorCode: 40075,
    error: 'The message is not sent again',
    when: 'A message to staff that was sent is to be sent again.',
  },
  messageWithoutLink: {
    status: 400,
    errorCode: 40076,
    error: 'The message has no link',
    when: "The link of a message is to be withdrawn that has no link to the owner's page.",
  },
  notRecorded: {
    status: 400,
    errorCode: 40081,
    error: 'The decision was not recorded by staff',
    when: 'A decision is to be taken back that the owner took online or the DMS sent; a new one can be recorded instead.',
  },
  weakPassword: {
    status: 400,
    errorCode: 40085,
    error: 'The password is too easy to guess',
    when: 'A new password is shorter than 10 characters, among the common ones, a row of keys, or the login itself.',
  },
  wrongPassword: {
    status: 400,
    errorCode: 40086,
    error: 'The current password is wrong',
    when: 'Someone who is signed in wants another password and does not give the one they have.',
  },
  notAuthorized: {
    status: 401,
    errorCode: 40100,
    error: 'Not authorized',
    when: 'The header `X-API-KEY` is missing, or its value is unknown, blocked or expired, or its login is disabled.',
  },
  signInFailed: {
    status: 401,
    errorCode: 40101,
    error: 'Login or password is wrong',
    when: 'Signing in to the web pages: the login is unknown, disabled or has no password, or the password is wrong.',
  },
  loginDisabled: {
    status: 401,
    errorCode: 40102,
    error: 'The login is disabled',
    when: 'A page asks with the cookie of a session that was begun before the login was disabled. Nobody else is told.',
  },
  wrongOrigin: {
    status: 403,
    errorCode: 40301,
    error: 'The request did not come from a page of this service',
    when: 'A change made with the cookie of a session lacks the header X-Walkaround-Csrf, or comes from another origin.',
  },
  forbidden: {
    status: 403,
    errorCode: 40300,
    error: 'Access denied',
    when: 'The key has no access to this system client (or there is none of that name), or its role may not call the operation.',
  },
  noSuchPath: {
    status: 404,
    errorCode: 40400,
    error: 'There is no such path',
    when: 'The path is none of this interface.',
  },
  noSuchResource: {
    status: 404,
    errorCode: 40401,
    error: 'Not found',
    when: 'The order, lead, survey, question, answer, template or deal named in the path does not exist.',
  },
  methodNotAllowed: {
    status: 405,
    errorCode: 40500,
    error: 'The method is not allowed here',
    when: 'The path exists, but not with this method; the header `Allow` lists those it has.',
  },
  notJson: {
    status: 406,
    errorCode: 40600,
    error: 'The body must be JSON',
    when: 'The header `Content-Type` of a body is missing or not JSON in UTF-8 (B4).',
  },
  callbackInFlight: {
    status: 409,
    errorCode: 40901,
    error: 'The callback is being sent',
    when: 'A callback is to be replayed that is being sent, or is the next to be; try again in some seconds.',
  },
  offsetMismatch: {
    status: 409,
    errorCode: 40900,
    error: 'The bytes do not belong there',
    when: 'The next bytes of an upload begin elsewhere than the safe ones end; ask for `Upload-Offset` and go on from there.',
  },
  preconditionFailed: {
    status: 412,
    errorCode: 41200,
    error: 'The resource has changed',
    when: 'The `ETag` in `If-Match` is not the current one, or `If-None-Match: *` was sent for what is there already (B7).',
  },
  rateExceeded: {
    status: 429,
    errorCode: 42900,
    error: 'Too many requests',
    when: 'A rate limit is exceeded; the header `Retry-After` says when to come back.',
  },
  tooManySignIns: {
    status: 429,
    errorCode: 42901,
    error: 'Too many attempts to sign in',
    when: 'Several sign-ins failed for this login or from this address; the header `Retry-After` says when to try again.',
  },
  internal: {
    status: 500,
    errorCode: 50000,
    error: 'Internal error',
    when: 'Something failed that should not; `errorInfo` carries the request id to give to support.',
  },
  unavailable: {
    status: 503,
    errorCode: 50300,
    error: 'Service unavailable',
    when: 'The database cannot be reached, or the service is stopping; the header `Retry-After` says when to try again.',
  },
  busy: {
    status: 503,
    errorCode: 50301,
    error: 'Too much to do at once',
    when: 'More photos, videos or printed forms are wanted at once than can be made soon, or a video is still being prepared; the header `Retry-After` says when to try again.',
  },
} as const satisfies Record<string, Entry>

export type ProblemKind = keyof typeof catalogue

export class Problem extends Error {
  readonly kind: ProblemKind
  readonly status: number
  readonly errorCode: number
  readonly errorInfo: string
  /** Headers the answer must carry, such as Allow or Retry-After. */
  readonly headers: Readonly<Record<string, string>>

  constructor(kind: ProblemKind, errorInfo: string, headers: Record<string, string> = {}) {
    super(catalogue[kind].error)
    this.name = 'Problem'
    this.kind = kind
    this.status = catalogue[kind].status
    this.errorCode = catalogue[kind].errorCode
    this.errorInfo = errorInfo
    this.headers = headers
  }

  /** The three-field body of the interface. */
  toBody(): { errorCode: number; error: string; errorInfo: string } {
    return { errorCode: this.errorCode, error: this.message, errorInfo: this.errorInfo }
  }
}

export function problem(kind: ProblemKind, errorInfo: string, headers?: Record<string, string>): Problem {
  return new Problem(kind, errorInfo, headers)
}

export interface Violation {
  kind: ProblemKind
  /** For example: contents[2].unitOfMeasure: "pcs" is not one of ea, pc, hour, … */
  info: string
}

const LISTED_VIOLATIONS = 50

/** One violation keeps its own code; several share the general one and are listed (B6). */
export function problemOf(violations: readonly Violation[]): Problem {
  const [first] = violations
  if (first && violations.length === 1) return problem(first.kind, first.info)
  const lines = violations.slice(0, LISTED_VIOLATIONS).map(({ info }) => info)
  const more = violations.length - lines.length
  if (more > 0) lines.push(`… and ${more} more`)
  return problem('severalViolations', lines.join('\n'))
}
