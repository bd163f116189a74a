// A small OpenAPI document with one of everything the reference page has to show. For tests only.

const clientParameter = {
  name: 'system_client_id',
  in: 'path',
  required: true,
  schema: { type: 'string', maxLength: 128 },
  description: 'The system client.',
  example: 'demo',
}
const orderParameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 128 },
  description: 'Order identifier.',
  example: 'A/1 b',
}
const json = (schema: unknown, rest: object = {}) => ({ 'application/json': { schema, ...rest } })
const order = { $ref: '#/components/schemas/ServiceOrder' }
const unauthorised = { errorCode: 40100, status: 401, error: 'Not authorized', when: 'No valid `X-API-KEY`.' }
const unknownValue = {
  errorCode: 40012,
  status: 400,
  error: 'Not one of the allowed values',
  when: 'A closed list.',
}

export const openapiFixture = {
  openapi: '3.1.0',
  info: {
    title: 'Walkaround',
    version: '0.1.0',
    description: 'First paragraph with `code`.\n\n- one **bold** point\n- another\n\n1. first\n2. second',
  },
  servers: [{ url: 'https://localhost:8443/v1' }],
  tags: [{ name: 'Service orders', description: 'Orders and their surveys.' }, { name: 'Surveys' }],
  paths: {
    '/system-clients/{system_client_id}/service-orders/{id}': {
      parameters: [clientParameter, orderParameter],
      put: {
        operationId: 'putServiceOrder',
        tags: ['Service orders'],
        summary: 'Create or change an order',
        description: 'The body **replaces** the order.\n\nSurveys are created once.',
        'x-decisions': ['A1', 'C2'],
        'x-errors': [unauthorised, unknownValue],
        parameters: [
          {
            name: 'If-Match',
            in: 'header',
            schema: { type: 'string' },
            'x-ours': true,
            description: 'An `ETag`.',
          },
        ],
        requestBody: {
          required: true,
          content: json(order, {
            examples: { first: { summary: 'An order', value: { externalBranchId: "D'1" } } },
          }),
        },
        responses: {
          201: {
            description: 'Created.',
            headers: { Location: { description: 'Its URL.', schema: { type: 'string' } } },
          },
          204: { description: 'Changed.' },
          400: { description: 'A rule is broken.', content: json({ $ref: '#/components/schemas/Error' }) },
        },
      },
      get: {
        operationId: 'getServiceOrder',
        tags: ['Service orders'],
        summary: 'Read an order',
        'x-errors': [unauthorised],
        responses: { 200: { description: 'The order.', content: json(order) } },
      },
    },
    '/system-clients/{system_client_id}/surveys/{id}/damage-drawing': {
      get: {
        operationId: 'getDamageDrawing',
        tags: ['Surveys'],
        summary: 'Damage drawing',
        'x-ours': true,
        deprecated: true,
        responses: { 200: { description: 'A PDF.', content: { 'application/pdf': {} } } },
      },
    },
  },
  webhooks: {
    output: {
      put: {
        operationId: 'putOutput',
        summary: 'A message was sent',
        requestBody: { content: json({ $ref: '#/components/schemas/Output' }) },
        responses: { 204: { description: 'Received.' } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'At most 50 characters.' },
    },
    schemas: {
      ServiceOrder: {
        type: 'object',
        description: 'An order.',
        required: ['externalBranchId'],
        properties: {
          externalBranchId: { type: 'string', minLength: 1, description: 'Dealer code.' },
          siteName: { type: 'string', readOnly: true, description: 'Where it was bound.' },
          customer: { $ref: '#/components/schemas/BusinessPartner' },
          mainOrder: { $ref: '#/components/schemas/ServiceOrder', description: 'Its main order.' },
          contents: {
            type: 'array',
            maxItems: 2000,
            items: {
              type: 'object',
              properties: {
                unitOfMeasure: {
                  type: 'string',
                  enum: ['ea', 'hour'],
                  'x-aliases': { pc: 'ea', hr: 'hour' },
                },
                quantity: { type: 'number', minimum: 0, 'x-decimals': 6 },
              },
            },
          },
        },
        examples: [{ externalBranchId: 'D-100' }],
      },
      BusinessPartner: {
        anyOf: [
          { type: 'object', properties: { category: { const: 'person' }, firstName: { type: 'string' } } },
          { $ref: '#/components/schemas/Company' },
          { type: 'null' },
        ],
      },
      Company: {
        type: 'object',
        properties: { category: { const: 'legalEntity' }, name: { type: 'string' } },
      },
      Output: {
        allOf: [
          { $ref: '#/components/schemas/Company' },
          { properties: { sent: { type: 'string', format: 'iso8601' } } },
        ],
      },
      Error: { type: 'object', properties: { errorCode: { type: 'integer' }, error: { type: 'string' } } },
      Status: { type: 'string', enum: ['green', 'amber', 'red'], description: 'Traffic light.' },
    },
  },
  'x-error-catalogue': [unauthorised, unknownValue],
}
