import type { Dice } from '../run/dice.ts'
import type { ProxyFault } from './faulty-proxy.ts'
import { requestName, type StoreRequest } from './s3-double-objects.ts'

/** The requests that meet a fault. Without conditions, all of them match. */
export interface FaultRule {
  method?: string
  key?: RegExp
  /** A parameter of the query, such as `uploadId`, by which operations of one method differ. */
  parameter?: string
  /** Counts from 1, among the requests that match; the first by default. */
  nth?: number
  /** Whether all later requests that match meet it as well. */
  isLasting?: boolean
  fault: ProxyFault
}

/** Decides by rules, each of which counts for itself; the first that applies decides. */
export function scriptOf(rules: readonly FaultRule[]): (request: StoreRequest) => ProxyFault | null {
  const counts = rules.map(() => 0)
  return (request) => {
    let decided: ProxyFault | null = null
    for (const [index, rule] of rules.entries()) {
      if (!matches(rule, request)) continue
      const count = ++counts[index]!
      const { nth = 1, isLasting = false } = rule
      if (count === nth || (isLasting && count > nth)) decided ??= rule.fault
    }
    return decided
  }
}

/** The most faults that one and the same request meets; the SDK tries three times. */
const FAULTS_OF_A_REQUEST = 2

/**
 * One request in `every` meets a fault, by dice, but none so often that trying again is of no use. Those of one method meet each
 * kind in turn.
 */
export function randomFaults(
  dice: Dice,
  every: number,
  faults: readonly ProxyFault[],
): (request: StoreRequest) => ProxyFault | null {
  const met = new Map<string, number>()
  const turns = new Map<string, number>()
  return (request) => {
    const name = `${requestName(request)} ${request.query.get('prefix') ?? ''}`
    const count = met.get(name) ?? 0
    if (count === FAULTS_OF_A_REQUEST || dice(every) > 0) return null
    met.set(name, count + 1)
    const turn = turns.get(request.method) ?? 0
    turns.set(request.method, turn + 1)
    return faults[turn % faults.length] ?? null
  }
}

function matches({ method, key, parameter }: FaultRule, request: StoreRequest): boolean {
  return (
    (method === undefined || method === request.method) &&
    (key === undefined || key.test(request.key)) &&
    (parameter === undefined || request.query.has(parameter))
  )
}
