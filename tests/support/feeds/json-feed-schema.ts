const url = { type: 'string', pattern: '^https?://\\S+$' }
const words = { type: 'string', minLength: 1 }
const date = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
}
const authors = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: { name: words, url, avatar: url },
  },
}

const attachment = {
  type: 'object',
  required: ['url', 'mime_type'],
  additionalProperties: false,
  properties: {
    url,
    mime_type: { type: 'string', pattern: '^[a-z]+/[a-z0-9.+-]+$' },
    title: words,
    size_in_bytes: { type: 'integer', minimum: 1 },
    duration_in_seconds: { type: 'number', minimum: 0 },
  },
}

const item = {
  type: 'object',
  required: ['id'],
  anyOf: [{ required: ['content_html'] }, { required: ['content_text'] }],
  additionalProperties: false,
  properties: {
    id: words,
    url,
    external_url: url,
    title: words,
    content_html: words,
    content_text: words,
    summary: words,
    image: url,
    banner_image: url,
    date_published: date,
    date_modified: date,
    authors,
    tags: { type: 'array', items: words },
    language: words,
    attachments: { type: 'array', items: attachment },
  },
}

/** JSON Feed 1.1, without extensions. @see https://www.jsonfeed.org/version/1.1/ */
export const jsonFeedSchema = {
  type: 'object',
  required: ['version', 'title', 'items'],
  additionalProperties: false,
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: words,
    home_page_url: url,
    feed_url: url,
    description: words,
    user_comment: words,
    next_url: url,
    icon: url,
    favicon: url,
    authors,
    language: words,
    expired: { type: 'boolean' },
    items: { type: 'array', items: item },
  },
}
