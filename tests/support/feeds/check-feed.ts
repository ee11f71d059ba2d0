import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parseJsonFeed, parseRssFeed } from 'feedsmith'
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm'
import { jsonFeedSchema } from './json-feed-schema.ts'

const grammar = readFileSync(join(import.meta.dirname, 'rss.rng'))
const isJsonFeed = new Ajv2020({ allErrors: true }).compile(jsonFeedSchema)

/**
 * Validates a feed by the parser of libxml2, which reads as strictly as XML asks, and the grammar beside this file.
 * @returns what a reader makes of it, and the exact texts of all titles
 * @throws Error that says what is wrong
 */
export function checkRss(text: string) {
  const schema = XmlDocument.fromBuffer(grammar)
  const validator = RelaxNGValidator.fromDoc(schema)
  const document = XmlDocument.fromBuffer(new TextEncoder().encode(text))
  try {
    validator.validate(document)
    const titles = document.find('//title').map((node) => node.content)
    return { ...parseRssFeed(text), titles }
  } finally {
    document.dispose()
    validator.dispose()
    schema.dispose()
  }
}

/** Validates a JSON Feed 1.1. @throws Error that says what is wrong */
export function checkJsonFeed(text: string) {
  const document: unknown = JSON.parse(text)
  if (!isJsonFeed(document)) throw new Error(JSON.stringify(isJsonFeed.errors, null, 2))
  return parseJsonFeed(document)
}
