// The catalogue of everything the service can refuse, with stable numbers (B6). Service, OpenAPI file, error table and apps all use
// it. Codes are grouped by status and never reused.

export interface ProblemEntry {
  errorCode: number
  status: number
  /** The short text of every reply with this code. */
  error: string
  /** When it happens, for the published table. */
  when: string
}

/** The code begins with the status. */
const entry = (errorCode: number, error: string, when: string): ProblemEntry => ({
  errorCode,
  status: Math.trunc(errorCode / 100),
  error,
  when,
})

export const problems = {
  severalViolations: entry(
    40000,
    'Several fields are invalid',
    'The body or query breaks more than one rule; `errorInfo` lists them line by line, at most 50.',
  ),
  malformedJson: entry(
    40001,
    'The body is not valid JSON',
    'The body cannot be parsed, is not UTF-8, holds NUL or lone surrogates, or is missing where one is needed.',
  ),
  wrongJsonType: entry(
    40002,
    'The body has the wrong JSON type',
    'The body is JSON, but not the object (or, for package-assignment, the array) the operation takes.',
  ),
  bodyTooLarge: entry(40003, 'The body is too large', 'The body is longer than the limit in bytes (A10).'),
  nestedTooDeep: entry(
    40004,
    'The body is nested too deeply',
    'The body nests objects or arrays more than 32 levels deep.',
  ),
  invalidPath: entry(
    40005,
    'An identifier in the path is invalid',
    'An identifier in the path is empty, longer than 128 characters, or holds NUL or broken percent-encoding.',
  ),
  missingField: entry(
    40010,
    'A required field is missing',
    'A required field is absent, null or an empty string.',
  ),
  wrongType: entry(
    40011,
    'A field has the wrong type',
    'A field holds a JSON type other than the one the interface declares.',
  ),
  notInList: entry(
    40012,
    'A value is not in its list',
    'A field or query parameter with a closed list of values holds a value that is not in the list (A4).',
  ),
  invalidDate: entry(
    40013,
    'A date is invalid',
    'A date or date-time is not ISO 8601, or does not exist (30 February); or a period ends before it begins, or is too long.',
  ),
  outOfRange: entry(
    40014,
    'A number is out of range',
    'A number is not finite, not below 10^12, negative where that makes no sense, not whole where it must be, or a price before a ' +
      'discount that is lower than the price.',
  ),
  tooLong: entry(
    40015,
    'A value is too long',
    'A string, identifier or array is longer than its limit (A10).',
  ),
  invalidText: entry(
    40016,
    'A text holds a character that cannot be stored',
    'A string holds NUL or a lone surrogate.',
  ),
  idMismatch: entry(
    40017,
    'The id in the body differs from the id in the path',
    'The body carries an `id` that is not the one in the path (A5).',
  ),
  missingCurrency: entry(
    40018,
    'An amount has no currency',
    'An amount is sent without the currency it is in (A9).',
  ),
  duplicateId: entry(
    40019,
    'An id occurs twice in one list',
    'Two entries of one array carry the same id where ids must be unique.',
  ),
  emptyAnswer: entry(
    40020,
    'The answer says nothing',
    'The answer has no `value`, no `status` and no `comment` (D3).',
  ),
  invalidLanguage: entry(
    40021,
    'A language tag is invalid',
    'A language is not given as a tag of BCP 47, such as `de` or `pt-BR`. A language without texts is no error.',
  ),
  unknownBranch: entry(
    40030,
    'The dealer code is not known',
    'The system client takes only dealer codes it knows, and `externalBranchId` is not one of them (C1).',
  ),
  tooManyNewBranches: entry(
    40031,
    'Too many new dealer codes today',
    'More than 20 dealer codes that nobody had entered arrived within one day (C1).',
  ),
  noTemplate: entry(
    40032,
    'There is no survey template for this survey type',
    'A survey is due, but neither the system client nor a master client has a template of its type.',
  ),
  missingPrice: entry(
    40033,
    'A price is missing',
    'An item of an own package or of a quote lacks an amount it needs, or a `fixedVariantPrice` variant lacks its own prices (E3, E7).',
  ),
  unknownItem: entry(
    40034,
    'The package has no such variant or item',
    'A price list names a variant or item the package does not have; nothing is changed (E4).',
  ),
  centralPackage: entry(
    40035,
    'The package is centrally run',
    'The request creates or changes a package whose id contains `!`; only its prices can be set (E5).',
  ),
  unknownPackage: entry(
    40036,
    'The package is not an own package',
    'A package-assignment names a package that does not belong to this client (E6).',
  ),
  unknownAnswer: entry(
    40037,
    'The question or answer does not exist',
    'A quote or a package-assignment names a question or answer that the survey or template does not have (E6, E7).',
  ),
  unknownPlace: entry(
    40038,
    'The site or branch does not exist',
    'A package-assignment names a site or branch this client does not have, or a branch without its site (E6); or figures are asked for of a place that does not exist or is out of reach.',
  ),
  invalidVin: entry(
    40039,
    'The VIN is malformed',
    'The VIN in the path is not 17 characters of A–Z and 0–9 without I, O and Q (F3).',
  ),
  surveyCompleted: entry(
    40040,
    'The survey is completed',
    'The request adds, changes or removes an answer after the inspection was completed.',
  ),
  surveyClosed: entry(
    40041,
    'The survey is closed',
    'The request changes an answer, a quote or a selection after the order or lead was closed or rejected; the decision on a quote can still change (D5).',
  ),
  answerNotCustom: entry(
    40042,
    'The answer is not a custom answer',
    'The request changes or removes a standard answer of the template; only answers with `custom` true can be changed or removed.',
  ),
  questionReserved: entry(
    40043,
    'The question is reserved for automatic quotes',
    'The request puts an answer or a quote on the question `upSale` (D3, E7).',
  ),
  surveyIncomplete: entry(
    40044,
    'The inspection is not complete',
    'The request completes an inspection although visible mandatory questions have no answer; `errorInfo` lists them.',
  ),
  surveyNotCompleted: entry(
    40045,
    'The survey is not completed',
    'The request reopens a survey that is not completed.',
  ),
  packageQuote: entry(
    40046,
    'A package quote cannot be changed',
    'The request changes or removes a quote of category `package`; make a `quote` with its `packageId` and `variantId` instead (E7).',
  ),
  automaticQuote: entry(
    40047,
    'Automatic quotes cannot be created',
    'A PUT would create a quote of category `upsaleQuote` (E8).',
  ),
  variantNotOffered: entry(
    40048,
    'The package variant is not offered here',
    'A quote or a selection names a package variant that is not offered on that answer, or that has no price (E2, E7).',
  ),
  variantReplaced: entry(
    40049,
    'The package variant is replaced by another quote',
    'A quote would replace a variant that another quote has already replaced (E7).',
  ),
  idempotencyKeyReused: entry(
    40050,
    'The idempotency key was used with another body',
    'An `Idempotency-Key` is repeated within 24 hours with a different body (B7).',
  ),
  invalidHeader: entry(
    40051,
    'A header is invalid',
    'A header that the service reads breaks its rule, or the request line or headers are malformed.',
  ),
  invalidCursor: entry(
    40052,
    'The cursor is invalid',
    'The `cursor` of a list does not come from a page of the same query, or the `after` of the events from an event of the same client.',
  ),
  photoRefused: entry(
    40053,
    'The photo is refused',
    'The file is not a JPEG, PNG, WebP, AVIF or HEIC photo, or it is broken, animated, several formats at once, or has too many pixels (D6).',
  ),
  videoRefused: entry(
    40054,
    'The video is refused',
    'The file is not a video, or its structure cannot be read, so the metadata that the recorder wrote into it cannot be removed.',
  ),
  fileTooLarge: entry(
    40055,
    'The file is too large',
    'A photo or video has more bytes than the settings allow.',
  ),
  digestMismatch: entry(
    40056,
    'The bytes do not match their digest',
    'The SHA-256 sent with a file, or with a part of it, does not match the bytes that arrived; none of them were kept.',
  ),
  idTaken: entry(
    40057,
    'The id is taken by something else',
    'Another photo, video or signature is sent under an id that the survey already uses.',
  ),
  signatureMissing: entry(
    40058,
    'A signature or video is missing',
    'The request completes an inspection although a question that must be signed has no signature, or was changed after it was signed (I2), or a mandatory video is missing; `errorInfo` lists them (D5).',
  ),
  matchRefused: entry(
    40059,
    'The two orders cannot be matched',
    'The request matches an order made by hand to an order that is closed, was made by hand itself, or has answers in a survey of the same type; or it undoes a match although the order is closed, or where there is no match (I5).',
  ),
  alreadyExists: entry(
    40060,
    'It exists already',
    'A command adds something under an identifier that is already taken.',
  ),
  invalidArgument: entry(40061, 'An argument is invalid', 'A command is given a value that breaks its rule.'),
  invalidTemplate: entry(
    40062,
    'The survey template is invalid',
    'An imported template breaks one or more rules; `errorInfo` lists each of them with its place.',
  ),
  receiverRefused: entry(
    40063,
    'The receiver of callbacks is refused',
    'The rules of this installation do not allow its address, or its key or secret is missing or malformed (G2, G3).',
  ),
  decidedOnline: entry(
    40064,
    'The owner has decided online',
    'A decision recorded by staff would replace one that the owner made online, and does not name it; read the quote and record the decision again.',
  ),
  signerNotNamed: entry(
    40065,
    'Who signed is not named',
    "Somebody signs for a company (role `representative`) and gives no name, or a signature of the customer's side gives the company's name.",
  ),
  workOffered: entry(
    40066,
    'This work is offered already',
    'A package whose work covers several findings, an axle for example, is selected or quoted on a second one of them; `errorInfo` names the quote that already offers it.',
  ),
  actNotSigned: entry(
    40067,
    'The act is not signed',
    'A copy of the handover act is asked for while no signature of the customer holds: nobody signed, or the act changed since.',
  ),
  recipientMissing: entry(
    40070,
    'There is no such recipient',
    'The message is addressed to a customer, driver, owner or contact person that the survey does not have.',
  ),
  addressMissing: entry(
    40071,
    'The recipient has no address for this channel',
    'The recipient of the message has no usable e-mail address or mobile number.',
  ),
  botNotStarted: entry(
    40072,
    'The recipient has not started the bot',
    'The message would go by Telegram to somebody who has not started the bot, or has stopped it (G4).',
  ),
  resultNotSent: entry(
    40073,
    'The result is not sent to customers',
    'The survey is a quality check, and its result is not for customers.',
  ),
  channelNotSetUp: entry(
    40074,
    'The channel is not set up',
    'The request asks for a link that starts the bot, but no bot is set up; or it tries a channel that is not set up; or the message does not exist for this channel.',
  ),
  messageNotRepeatable: entry(
    40075,
    'The message is not sent again',
    'The request resends a message to staff that was already sent, or a code.',
  ),
  messageWithoutLink: entry(
    40076,
    'The message has no link',
    "The request withdraws the link of a message that has no link to the owner's page.",
  ),
  notRecorded: entry(
    40081,
    'The decision was not recorded by staff',
    'The request takes back a decision that the owner made online or the DMS sent; record a new decision instead.',
  ),
  clockOutOfReach: entry(
    40080,
    'The clock cannot be set to this time',
    'The request sets the clock of a sandbox to a time before the real one, or more than two years ahead of it.',
  ),
  nothingToSimulate: entry(
    40082,
    'There is nothing to simulate this on',
    'The request simulates answers of a grade that the survey has not enough questions for, offers of packages where none with a price is offered, or decisions on offers that it has not.',
  ),
  decisionNotTaken: entry(
    40083,
    'The decision was not taken',
    "The owner's page did not take a simulated decision: the offer was settled before, the date is not one it offers, or there were too many decisions that day.",
  ),
  codeNeeded: entry(
    40084,
    'The decision needs a code',
    'The simulated decision approves more than the sum that the client wants confirmed with a code. The code is in the outbox; send it as `code`.',
  ),
  weakPassword: entry(
    40085,
    'The password is too easy to guess',
    'A new password is shorter than 10 characters, is a common one, is a run of neighbouring keys, or equals the login.',
  ),
  wrongPassword: entry(
    40086,
    'The current password is wrong',
    'Somebody who is signed in sets a new password and does not give the current one correctly.',
  ),
  partsStepOff: entry(
    40087,
    'The site has no parts step',
    'The request asks for parts, or replies to that, on a survey of a site where nobody turned the parts step on.',
  ),
  channelRefused: entry(
    40096,
    'The settings of the channel are refused',
    'The mail server, gateway or bot of a client cannot be used as it is set: a value breaks a rule, a secret is missing, or the address is not public and not allowed by the operator.',
  ),
  nothingIsSent: entry(
    40097,
    'Nothing is sent here',
    'The request tries a channel of messages of the demo dealership or of a sandbox, whose messages never leave.',
  ),
  notAuthorized: entry(
    40100,
    'Not authorized',
    'The header `X-API-KEY` is missing, or its value is unknown, blocked or expired, or its login is disabled.',
  ),
  signInFailed: entry(
    40101,
    'Login or password is wrong',
    'Signing in to the web pages: the login is unknown, disabled or has no password, or the password is wrong.',
  ),
  loginDisabled: entry(
    40102,
    'The login is disabled',
    'A page uses the cookie of a session that began before the login was disabled. Other callers are not told that a login is disabled.',
  ),
  wrongOrigin: entry(
    40301,
    'The request did not come from a page of this service',
    'A change made with the cookie of a session lacks the header X-Walkaround-Csrf, or comes from another origin.',
  ),
  notSandbox: entry(
    40302,
    'Only for a sandbox',
    'The operation moves the clock, removes everything, or simulates people, and the system client is not a sandbox.',
  ),
  notYours: entry(
    40303,
    'Somebody else has to change this',
    'A login, invitation or key that the caller may see, but not change: it has a higher role, works at other branches or for other ' +
      'clients, or is their own.',
  ),
  tabletNotPaired: entry(
    40320,
    'This device is not paired',
    'A PIN is typed on a device that is no shared tablet, or whose tablet was revoked or paired with another device.',
  ),
  wrongPin: entry(
    40321,
    'The PIN is wrong',
    'The PIN is not the one of that person, or they may not unlock this tablet; `errorInfo` says how often it can be tried.',
  ),
  pinLocked: entry(
    40322,
    'The PIN is locked on this tablet',
    'Too many wrong PINs were typed for that person on this tablet. They sign in with their password and set another PIN, or somebody ' +
      'who manages logins lets them try again.',
  ),
  pairingOver: entry(
    40323,
    'The code does not work any more',
    'The code that pairs a tablet is unknown, was used, or is older than ten minutes: make a new one.',
  ),
  signInAgain: entry(
    40324,
    'Sign in again first',
    'Something that opens the account, such as a PIN, is set without the password in a session that is older than ten minutes, or ' +
      'that was itself begun with a PIN.',
  ),
  secondFactorNeeded: entry(
    40330,
    'A second factor is needed',
    'Signing in to the web pages: the password is right, and the person has a passkey or has to make one. Nobody is signed in yet.',
  ),
  signInOver: entry(
    40331,
    'The step is over',
    'The second step of a sign-in, or of adding a passkey, comes after five minutes, a second time, or from another browser.',
  ),
  secondFactorWrong: entry(
    40332,
    'The second factor is wrong',
    'Signing in to the web pages: the passkey is not one of the login, its proof is not valid, or the recovery code is wrong or was used.',
  ),
  passkeyNeeded: entry(
    40333,
    'The last passkey stays',
    'Somebody who needs a second factor removes their last passkey.',
  ),
  passkeysImpossible: entry(
    40334,
    'The address of the service cannot have passkeys',
    'Browsers know passkeys by a name, and the public address of the service is a number.',
  ),
  forbidden: entry(
    40300,
    'Access denied',
    'The key has no access to this system client, or no such client exists, or the role may not call the operation.',
  ),
  passwordsOff: entry(
    40310,
    'Passwords are switched off here',
    'The password is right, but every client of the login has switched passwords off: the person signs in at its provider.',
  ),
  spareLoginNeeded: entry(
    40311,
    'Somebody must get in without the provider',
    'Passwords are to be off, and no spare login is left that is an admin of the whole client, has a password and is not disabled; or the ' +
      'change would take the last one away.',
  ),
  providerFailed: entry(
    40312,
    'The sign-in provider cannot be used',
    'It does not answer, or not as OpenID Connect wants it; `errorInfo` has its own words.',
  ),
  onlyWayIn: entry(
    40313,
    'The only way in stays',
    'Somebody takes away what joins their login with a sign-in provider, and nothing else signs them in at that client.',
  ),
  noSuchPath: entry(40400, 'There is no such path', 'No operation of this interface has this path.'),
  noSuchResource: entry(
    40401,
    'Not found',
    'The order, lead, survey, question, answer, template or deal named in the path does not exist.',
  ),
  methodNotAllowed: entry(
    40500,
    'The method is not allowed here',
    'The path exists, but does not take this method; the header `Allow` lists the methods it takes.',
  ),
  notJson: entry(
    40600,
    'The body must be JSON',
    'The header `Content-Type` of a body is missing or not JSON in UTF-8 (B4).',
  ),
  answeredMeanwhile: entry(
    40902,
    'A colleague has answered meanwhile',
    "An answer to an owner's question was written without having read what a colleague answered; read the thread and send it again with `seen`.",
  ),
  callbackInFlight: entry(
    40901,
    'The callback is being sent',
    'The request replays a callback that is being sent or is next in line; try again in a few seconds.',
  ),
  offsetMismatch: entry(
    40900,
    'The bytes do not belong there',
    'The next bytes of an upload do not start where the stored bytes end; read `Upload-Offset` and continue from there.',
  ),
  cursorOver: entry(
    41000,
    'The log cannot be continued there',
    'The events after this one may be incomplete: they are older than the client keeps them, or the database was restored. Read the present state and follow the events from now on.',
  ),
  preconditionFailed: entry(
    41200,
    'The resource has changed',
    'The `ETag` in `If-Match` is not the current one, or `If-None-Match: *` was sent for a resource that exists (B7).',
  ),
  rateExceeded: entry(
    42900,
    'Too many requests',
    'A rate limit is exceeded; the header `Retry-After` says when to come back.',
  ),
  tooManySignIns: entry(
    42901,
    'Too many attempts to sign in',
    'Several sign-ins failed for this login or from this address; the header `Retry-After` says when to try again.',
  ),
  internal: entry(
    50000,
    'Internal error',
    'Something failed that should not have; `errorInfo` carries the request id to give to support.',
  ),
  unavailable: entry(
    50300,
    'Service unavailable',
    'The database cannot be reached, its disk is full, or the service is stopping; the header `Retry-After` says when to try again.',
  ),
  busy: entry(
    50301,
    'Too much to do at once',
    'More photos, videos or printed forms are requested at once than the service can make soon, or a video is still being prepared; the header `Retry-After` says when to try again.',
  ),
}

export type ProblemKind = keyof typeof problems
