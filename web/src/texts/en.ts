// English texts of the pages, and the shape every other language has to fill.
// Data only: `code` and **bold** are the markup allowed inside, {name} is filled in by the page.

export const en = {
  site: {
    name: 'Walkaround',
    skip: 'Skip to content',
    navigation: 'Main',
    overview: 'Overview',
    reference: 'API reference',
    trust: 'Certificates',
    language: 'Language',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Select and copy by hand',
    footer:
      'Walkaround {version}, open source under the Apache License 2.0. This page calls nobody but this service.',
    footerPlain:
      'Walkaround, open source under the Apache License 2.0. This page calls nobody but this service.',
  },
  workshop: {
    loading: 'Loading …',
    needsScript: 'The app needs JavaScript.',
    notBuilt: 'The workshop app is not built',
    notBuiltWhat:
      'The service runs, and its interface works. Stop it and start it this way; the app is then built first.',
  },
  landing: {
    openWorkshop: 'Open the workshop app',
    title: 'Vehicle inspections that your DMS can drive',
    description: 'Open, self-hosted vehicle inspections for dealer workshops.',
    lead: 'Walkaround is an open, self-hosted service for vehicle inspections: your dealer management system (DMS) sends the order, Walkaround makes the checklists for it, and every answer can be read back.',
    openReference: 'Open the API reference',
    openApiFile: 'OpenAPI file',
    drawing: 'A car seen from above. A dashed path leads around it past five numbered stations.',
    ready: 'Ready',
    notReady: 'Not ready: the database is still starting or out of reach',
    demo: 'Demo dealership',
    version: 'Version',
    tilesTitle: 'Five people around one car',
    tilesLead: 'What each of them has today, and what is being built.',
    today: 'Today',
    coming: 'Coming',
    tiles: [
      {
        who: 'DMS integrators',
        today:
          'One interface for service orders, surveys, answers, packages and prices, quotes, vehicle data by VIN, leads and deals. Every operation with its fields, errors and decisions is in the reference.',
        coming: 'Photos, PDF forms, and the callback with an inspector for its deliveries.',
      },
      {
        who: 'Advisors and technicians',
        today:
          'An order brings its checklists along: reception, video check and quality check, from templates that keep their version. There is no screen of their own yet.',
        coming:
          'A tablet app with board, checklist, damage map and video that goes on working when the Wi-Fi does not.',
      },
      {
        who: 'Vehicle owners',
        today:
          'Customer, driver and owner are kept apart on every order and survey, and contact data are never mixed between people. Owners themselves see nothing yet.',
        coming:
          'A page for the phone without login: findings with photos and prices, and Approve, Later and No of equal weight.',
      },
      {
        who: 'Dealer-group admins',
        today:
          'Clients, sites, dealer codes, logins with roles, and API keys that can be issued and blocked, all from the command line. Each enterprise has its own space.',
        coming: 'The same on screens, template and package editors, and statistics from found to sold.',
      },
      {
        who: 'Operators',
        today:
          'One command starts it, on an embedded database or on PostgreSQL. It speaks HTTPS by itself, has health checks, and brings `doctor`, `backup` and `restore`.',
        coming: 'A system page, metrics, and export and erasure of one client.',
      },
    ],
    walkTitle: 'Your first survey',
    walkLead:
      'Run these in the project folder, in a second terminal. They talk to the demo dealership of this installation.',
    walkKey: 'Get a key. It is shown once; put it into the variable.',
    walkCa:
      'Fetch the certificate authority of this installation, so that `curl` can check who is answering. Its fingerprint is on the certificates page.',
    walkOrder: 'Send an order. The answer is `201`, and the reception survey exists.',
    walkSurveys:
      'List the surveys of the order. Repeat the order with `"technicianSurveyRelease": true` and a second one appears.',
    walkSurvey: 'Read the whole survey: take an `id` from the list.',
    keyTitle: 'How to get a key',
    keyLead:
      'Whoever runs this service issues API keys for a login. A key is shown once and stored only as a hash.',
    addressesTitle: 'Addresses',
    addressesLead: 'The interface is at `{baseUrl}/v1`. It speaks HTTPS only.',
    addresses: {
      reference: 'Every operation, field, error and decision, with a form to try it',
      openapi: 'The interface as an OpenAPI 3.1 file, readable without a key',
      trust: 'How tablets, computers and DMS servers learn to trust this service',
      healthz: 'Is the process alive?',
      readyz: 'Can it work: database reached, migrations done?',
    },
  },
  trust: {
    title: 'Trusting this service',
    description: 'How to make devices and servers trust the certificate of this Walkaround installation.',
    lead: 'This service speaks HTTPS with a certificate signed by its own small authority, made when it was first started. A device that knows this authority opens `{baseUrl}` without a warning.',
    download: 'Download the authority certificate',
    downloadHint: 'The file `walkaround-ca.crt` holds no secret. It may be sent by mail or put on a stick.',
    fingerprintTitle: 'First compare the fingerprint',
    fingerprintLead:
      'Installing an authority is a matter of trust. On the machine that runs the service, run `npx walkaround ca` and compare the SHA-256 fingerprint with this one, and with what your device shows:',
    constraint:
      'The authority may vouch for names and addresses of private networks only, never for a public website. Even someone who stole its key could not use it to imitate your bank.',
    localOnly:
      'The service is set to answer on `{baseUrl}`, which only this machine can reach. To connect tablets and other servers, set `WALKAROUND_HOST` and `WALKAROUND_BASE_URL` first and start it again.',
    none: {
      lead: 'This service uses a certificate that its operator supplied. There is no authority of its own to install.',
      detail:
        'If a device warns about `{baseUrl}`, the certificate has expired, does not carry that name, or comes from an authority of your organisation that the device does not know yet. The operator of the service can tell you which.',
    },
    contents: 'On this page',
    check: 'Check',
    devices: {
      ipad: {
        title: 'iPad and iPhone',
        steps: [
          'Open `{baseUrl}/ca.crt` in Safari and allow the download of the profile. If it lands among the files, tap it there.',
          'Open **Settings → Profile Downloaded → Install**. Compare the fingerprint under **More Details**.',
          'Open **Settings → General → About → Certificate Trust Settings** and switch on full trust for the Walkaround authority. Without this step Safari goes on warning.',
        ],
        note: 'For many tablets, put the file into a profile of your device management: trust is then switched on by itself.',
      },
      android: {
        title: 'Android tablets',
        steps: [
          'Download `walkaround-ca.crt` on the tablet.',
          'Open **Settings → Security → More security settings → Encryption & credentials → Install a certificate → CA certificate**. The words differ by maker; searching the settings for “CA certificate” finds the place.',
          'Choose **Install anyway** and pick the file.',
        ],
        note: 'Chrome trusts authorities that were installed this way. Firefox asks for its own switch: **Settings → About**, tap the logo five times, then **Secret Settings → Use third party CA certificates**.',
      },
      windows: {
        title: 'Windows',
        steps: [
          'Download `walkaround-ca.crt` and open a terminal as administrator in its folder.',
          'Add it to the trusted roots of the machine, for all its users:',
        ],
        note: 'Edge, Chrome, .NET and Firefox use this store. In a domain, the group policy **Trusted Root Certification Authorities** does the same for every computer.',
      },
      macos: {
        title: 'macOS',
        steps: [
          'Download `walkaround-ca.crt` and open a terminal in its folder.',
          'Add it to the system keychain as a trusted root:',
        ],
        note: 'Safari, Chrome and Firefox use the keychain. The profile of a device management does the same for many Macs.',
      },
      linux: {
        title: 'Linux',
        steps: [
          'Download `walkaround-ca.crt` and open a terminal in its folder.',
          'Add it to the roots of the system:',
        ],
        note: 'Chrome keeps its own list per person (the last command; it comes with `libnss3-tools`). In Firefox, import the file under **Settings → Privacy & Security → Certificates → View Certificates → Authorities**.',
      },
    },
    servers: {
      title: 'DMS servers',
      lead: 'A DMS should check the certificate of the service it sends customer data to. Do not switch the check off; give its runtime the authority instead.',
      java: 'Java keeps its own list of authorities. Import the file into it (the usual password is `changeit`), or into a store of your own named by `javax.net.ssl.trustStore`:',
      dotnet:
        '.NET uses the store of the operating system: follow Windows or Linux above. In a Linux container the variable does it without touching the image:',
      node: 'Node.js reads one more file when it starts:',
      curl: 'curl, Python requests and PHP take the file in place of their own list:',
    },
  },
  notFound: {
    title: 'There is no page here',
    lead: 'Nothing is served at `{path}`.',
    detail: 'The interface for your DMS is under `/v1` and needs a key; its paths are in the reference.',
  },
  reference: {
    title: 'API reference',
    description: 'Every operation, field, error and decision of the Walkaround interface.',
    englishOnly: 'Descriptions of operations and fields are in English.',
    contents: 'Contents',
    operations: 'Operations',
    filter: 'Filter',
    filterHint: 'order, GET, vin …',
    filterCount: '{shown} of {all}',
    filterNone: 'Nothing matches. Try a path, a method or a field of the summary.',
    filterClear: 'Show all',
    introduction: 'Introduction',
    addressLabel: 'Address',
    download: 'OpenAPI file',
    authentication: 'Authentication',
    authenticationLead:
      'Every call carries an API key in this header; without a valid one the answer is 401. Whoever runs the service issues keys with `npx walkaround key issue LOGIN`. While the service uses its own authority, `curl` also needs `--cacert walkaround-ca.crt`; the file is on the certificates page.',
    webhooks: 'Callback',
    webhooksLead: 'Here the service is the caller: it sends these requests to a receiver of yours.',
    schemas: 'Schemas',
    schemasLead:
      'Every object of the interface, once. Fields that the service sets are ignored when you send them.',
    generalLead: 'Where a field names no limit of its own:',
    generalLength: 'texts have at most {n} characters',
    generalItems: 'lists at most {n} entries',
    generalMagnitude: 'numbers stay below {n} in magnitude',
    errors: 'Errors',
    errorsLead:
      'Every error carries one of these numbers in `errorCode`. A number never changes its meaning.',
    commonErrors: 'As in many operations:',
    parameters: 'Parameters',
    inPath: 'path',
    inQuery: 'query',
    inHeader: 'header',
    inCookie: 'cookie',
    body: 'Request body',
    bodyOptional: 'may be left out',
    responses: 'Responses',
    noBody: 'no body',
    headers: 'Headers',
    fields: 'Fields',
    field: 'Field',
    meaning: 'Meaning and rules',
    values: 'Values',
    moreValues: '{count} more',
    alias: 'also accepted: {aliases}',
    variants: 'One of',
    arrayOf: 'array of {type}',
    mapOf: 'map of {type}',
    required: 'required',
    ownedFields: 'Set by the service, ignored when sent:',
    readOnly: 'set by the service',
    writeOnly: 'only on input',
    deprecated: 'deprecated',
    ours: 'Walkaround addition',
    decisions: 'Decisions',
    decision: 'Decision {id}',
    examples: 'Examples',
    example: 'Example',
    exampleResponse: 'Response {status}',
    curl: 'With curl',
    curlFile: 'Save the example body as `body.json` first.',
    when: 'When',
    status: 'Status',
    code: 'errorCode',
    error: 'Error',
    errorCount: '{count} errors',
    rules: {
      notEmpty: 'not empty',
      minLength: 'at least {n} characters',
      maxLength: 'at most {n} characters',
      length: '{min} to {max} characters',
      minimum: 'at least {n}',
      maximum: 'at most {n}',
      exclusiveMinimum: 'above {n}',
      exclusiveMaximum: 'below {n}',
      range: '{min} to {max}',
      multipleOf: 'a multiple of {n}',
      minItems: 'at least {n} entries',
      maxItems: 'at most {n} entries',
      uniqueItems: 'no entry twice',
      pattern: 'pattern `{n}`',
      default: 'left out: `{n}`',
      constant: 'always `{n}`',
      decimals: 'at most {n} decimals are kept',
    },
    tryIt: {
      open: 'Try it',
      lead: 'This is a real call to this service, with the rights of your key.',
      key: 'API key',
      keyHint: 'Kept in this tab only, and forgotten when you close it.',
      forget: 'Forget key',
      body: 'Body (JSON)',
      send: 'Send',
      sending: 'Sending …',
      answer: 'Answer',
      time: '{ms} ms',
      empty: 'no body',
      binary: '{type}, {size} bytes: not shown',
      cut: 'Only the first part of a long body is shown.',
      headers: 'Headers',
      several: 'Several values: separate them by commas.',
      missing: 'Fill in: {fields}',
      badJson: 'The body is not valid JSON: {reason}',
      failed: 'No answer. The service is not running, or the browser does not trust its certificate yet.',
      elsewhere:
        'The interface speaks HTTPS only, and the browser does not let this page call another address. Open the reference there to try it:',
    },
  },
}

export type Texts = typeof en
