/** A kind of job: its queue and its retry policy. Declared once, next to the code that runs it. */
export interface JobKind<Data extends object> {
  name: string
  /** Attempts after the first. A process that dies during an attempt uses it up. */
  retryLimit: number
  retryDelaySeconds: number
  /** Queue for jobs whose attempts have all failed. */
  deadLetter?: string
  /** Longest time one attempt may take. */
  expireInSeconds: number
  /** Names what a job works on, for operators; never an address or a secret. Null where it is nothing in particular. */
  about?(data: Data): JobSubject | null
  /** Carries only the type of the job's data. */
  readonly data?: Data
}

/** A thing that a job works on. */
export interface JobSubject {
  /** The kind of thing, as the room that declares the job calls it. */
  kind: string
  id: string
}

/** The context of an attempt, besides its data. */
export interface Attempt {
  /** Aborted when this process stops; the job is then requeued without using up an attempt. */
  signal: AbortSignal
}

/** The owner whose jobs alternate with those of others. */
export interface FairShare<Data extends object> {
  /** Any name; each owner gets one job per round. */
  owner: string
  /**
   * Numeric field of the data by which the owner's own jobs are ordered; by default they run in the order in which they
   * were stored.
   */
  orderBy?: keyof Data & string
}
