/** Reads one value of parsed JSON; anything of another type becomes the empty value. */
export type Reader<Value> = (raw: unknown) => Value

export const text: Reader<string> = (raw) => (typeof raw === 'string' ? raw : '')
export const number: Reader<number> = (raw) => (typeof raw === 'number' && Number.isFinite(raw) ? raw : 0)
export const flag: Reader<boolean> = (raw) => raw === true
export const texts: Reader<string[]> = (raw) =>
  Array.isArray(raw) ? raw.filter((each) => typeof each === 'string') : []

export const textOrNull: Reader<string | null> = (raw) => (typeof raw === 'string' ? raw : null)
export const numberOrNull: Reader<number | null> = (raw) => (typeof raw === 'number' ? raw : null)

export const optionalText: Reader<string | undefined> = (raw) => (typeof raw === 'string' ? raw : undefined)
export const optionalNumber: Reader<number | undefined> = (raw) => (typeof raw === 'number' ? raw : undefined)

/** One of several texts; undefined for any other. */
export function oneOf<Value extends string>(values: readonly Value[]): Reader<Value | undefined> {
  return (raw) => values.find((value) => value === raw)
}

/** A reader for each field. */
export type FieldReaders<Value> = { [Key in keyof Value]-?: Reader<Value[Key]> }

/** Reads these fields and no others; undefined ones are left out. */
export function object<Value extends object>(fields: FieldReaders<Value>): Reader<Value> {
  return (raw) => {
    const values = fieldsOf(raw)
    const read = Object.entries<Reader<unknown>>(fields).map(([name, reader]) => [name, reader(values[name])])
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Value
  }
}

/** Reads these fields; null where a required field is not a text. */
export function objectOrNull<Value extends object>(required: keyof Value & string, fields: FieldReaders<Value>) {
  const readObject = object(fields)
  return (raw: unknown): Value | null => (textOrNull(fieldsOf(raw)[required]) ? readObject(raw) : null)
}

function fieldsOf(raw: unknown): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
}
