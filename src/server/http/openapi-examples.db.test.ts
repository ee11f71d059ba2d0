import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { bodiesOf, type NamedOperation, operationsOf, readDescription } from '#tests/support/http/api-description.ts'
import { createDescribedCalls, type DescribedCalls } from '#tests/support/http/described-calls.ts'
import { createPerson, createStranger } from '#tests/support/http/person.ts'
import { someBytes } from '#tests/support/http/tus.ts'
import { linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let operations: NamedOperation[]
let api: DescribedCalls

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  const description = await readDescription(site.url)
  operations = operationsOf(description)
  api = createDescribedCalls(description)
})

afterAll(() => site?.close())

test('every body and every response has an example that matches its schema, without other fields', () => {
  expect(bodiesOf(operations).length).toBeGreaterThan(60)
  expect(api.invalidExamples(operations)).toEqual([])
})

test('a value that does not match a schema is noticed', () => {
  const schemaPath = ['components', 'schemas', 'SameFile']
  expect(api.mismatch(schemaPath, { videoId: 'v', name: 'a.mp4' })).toEqual([])
  expect(api.mismatch(schemaPath, null)).not.toEqual([])
  expect(api.mismatch(schemaPath, { videoId: 'v', name: 'a.mp4', secret: true })).not.toEqual([])
})

test('the server accepts every example of a request and responds as described', async () => {
  const withExample = operations.filter(({ operation }) => operation.requestBody?.content['application/json'])
  const examples = new Map(
    withExample.map(({ operation }) => [
      operation.operationId!,
      operation.requestBody!.content['application/json']!.example as object,
    ]),
  )
  const mika = createStranger(site.url)
  const taken: Record<string, number> = {}
  /** Sends the example unchanged, but for values that only this server knows. */
  async function send(operationId: string, known: object = {}, at: Record<string, string> = {}, person = mika) {
    const { status, body } = await api.call(person, operationId, {
      at,
      body: { ...examples.get(operationId), ...known },
    })
    taken[operationId] = status
    return body
  }

  const { uid } = await send('signUp')
  await send('signIn')
  await send('changeProfile')
  await send('countSupportClick', {}, { uid: uid! })
  const video = await send('createVideo')
  await send('setPoster', {}, { uid: video.uid! })
  const { id } = await send('publishEpisode', { videoId: video.uid })
  await send('changeEpisode', {}, { id: id! })
  await send('changeEpisodes', { episodeIds: [id] })
  const form = subtitleForm(linesFile(['Hello']), { language: 'en', kind: 'subtitles' })
  const { id: subtitleId } = (await (await mika.call('POST', `/api/v1/episodes/${id}/subtitles`, form)).json()) as {
    id: string
  }
  await send('licenseSubtitleFonts', {}, { id: subtitleId })
  await send('reviewSubtitles', {}, { id: subtitleId })
  const { id: seriesId } = await send('createSeries')
  await send('changeSeries', {}, { id: seriesId! })
  await send('setSeriesEpisodes', { episodeIds: [id] }, { id: seriesId! })
  const other = await createPerson(site.url, 'creator')
  const shown = await publishEpisode(site, other)
  await send('countView', {}, { id: shown.id })
  await send('reportWatching', {}, { id: shown.id })
  const { id: commentId } = await send('addComment', {}, { id: shown.id })
  await send('editComment', {}, { id: commentId! })
  await send('addNote', {}, { id: shown.id })
  await send('reportPosition', {}, { id: shown.id })
  const { id: reportId } = await send('report', { subject: { kind: 'episode', id: shown.id }, atSeconds: 1 })
  await send('addToReport', {}, { id: reportId! })
  const moderator = await createStaff(site, 'moderator')
  const { items } = (await api.call(moderator, 'listQueue')).body as unknown as { items: { id: string }[] }
  const itemId = items[0]!.id
  await send('askSecondOpinion', {}, { id: itemId }, await createStaff(site, 'moderator'))
  const { id: decisionId } = await send('decide', { itemId }, {}, moderator)
  const pass = `update moderation_decisions set created_at = created_at - interval '11 seconds'`
  await queryDatabase(site.connectionString, pass)
  const { id: appealId } = await send('appeal', {}, { id: decisionId! }, other)
  await send('decideAppeal', {}, { id: appealId! }, await createStaff(site, 'moderator'))
  await send('pauseHistory')
  await send('markNotificationsRead')
  await send('changeNotificationSettings')
  await send('changePassword')
  await send('requestPasswordReset')
  const tokens = () => site.mails.flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? [])
  await expect.poll(tokens).toHaveLength(1)
  const [token] = tokens()
  await send('resetPassword', { token })
  await send('signIn')
  await send('changeEmail')
  await send('changeNsfwSetting')
  await send('setUpTwoStep')
  await send('verifyCode')
  await send('verifyRecoveryCode')
  await send('newRecoveryCodes')
  await send('turnOffTwoStep')
  await send('startProviderSignIn')
  await send('addPasskey')
  await send('renamePasskey')
  await send('removePasskey')
  await send('signInWithPasskey')
  await send('signOut')
  await send('signIn')
  await send('deleteAccount', { now: true })
  await send('becomeCreator', {}, {}, await createPerson(site.url, 'viewer'))
  const admin = await createStaff(site, 'admin')
  await send('changeAccount', {}, { uid: other.account.uid }, admin)
  await send('changeSettings', {}, {}, admin)
  await send('createInvitation', {}, {}, admin)
  await send('addWord', {}, {}, admin)

  expect(taken).toEqual({
    signUp: 201,
    signIn: 200,
    changeProfile: 200,
    countSupportClick: 204,
    createVideo: 201,
    // Accepted as well-formed, but there is no video yet.
    setPoster: 409,
    publishEpisode: 201,
    changeEpisode: 200,
    changeEpisodes: 200,
    licenseSubtitleFonts: 200,
    reviewSubtitles: 200,
    createSeries: 201,
    changeSeries: 200,
    setSeriesEpisodes: 200,
    countView: 200,
    reportWatching: 204,
    addComment: 201,
    editComment: 200,
    addNote: 201,
    reportPosition: 204,
    report: 201,
    addToReport: 200,
    askSecondOpinion: 204,
    decide: 201,
    appeal: 201,
    decideAppeal: 204,
    pauseHistory: 204,
    // Accepted as well-formed, but there is no such notification.
    markNotificationsRead: 404,
    changeNotificationSettings: 200,
    changePassword: 204,
    requestPasswordReset: 200,
    resetPassword: 200,
    changeEmail: 202,
    changeNsfwSetting: 204,
    setUpTwoStep: 200,
    // Accepted as well-formed, but the codes are no right ones, and two-step codes are not on.
    verifyCode: 401,
    verifyRecoveryCode: 401,
    newRecoveryCodes: 409,
    turnOffTwoStep: 200,
    // The operator has set no provider.
    startProviderSignIn: 404,
    // Accepted as well-formed, but no device has signed them, and there is no such passkey.
    addPasskey: 401,
    renamePasskey: 404,
    removePasskey: 404,
    signInWithPasskey: 401,
    signOut: 200,
    deleteAccount: 202,
    becomeCreator: 201,
    changeAccount: 200,
    changeSettings: 200,
    createInvitation: 201,
    addWord: 201,
  })
  expect(Object.keys(taken).sort()).toEqual([...examples.keys()].sort())
})

test('calls without a body get responses as described', async () => {
  const creator = await createPerson(site.url, 'creator')
  const { id, video } = await publishEpisode(site, creator)
  const { body: replacement } = await api.call(creator, 'createVideo', { body: { name: 'a.mp4', sizeBytes: 10 } })
  await api.call(creator, 'replaceVideo', { at: { id, videoUid: replacement.uid! } })
  const { body: written } = await api.call(creator, 'addComment', { at: { id }, body: { text: 'Mine' } })
  const comment = { at: { id: written.id! } }
  const answer = { text: 'Mine too', parentId: written.id }
  await api.call(creator, 'addComment', { at: { id }, body: answer })
  const form = subtitleForm(linesFile(['Mine']), { language: 'en', kind: 'subtitles' })
  const added = await creator.call('POST', `/api/v1/episodes/${id}/subtitles`, form)
  const text = { at: { id: ((await added.json()) as { id: string }).id } }
  const { body: noted } = await api.call(creator, 'addNote', { at: { id }, body: { text: 'Here', frame: 0 } })
  const note = { at: { id: noted.id! } }
  const { body: series } = await api.call(creator, 'createSeries', { body: { title: 'A series' } })
  await creator.call('PUT', `/api/v1/series/${series.id}/episodes`, { episodeIds: [id] })
  const stranger = await createPerson(site.url, 'viewer')
  const other = await createPerson(site.url, 'creator')
  await publishEpisode(site, other, { credits: [{ name: 'Me', role: 'Music', uid: creator.account.uid }] })
  const { body: naming } = await api.call(creator, 'listCredits')
  const credit = { at: { id: (naming.credits as unknown as { id: string }[])[0]!.id } }
  await other.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
  const file = { name: 'a.mp4', sizeBytes: '10' }
  const { uid } = creator.account
  const moderator = await createStaff(site, 'moderator')
  await api.call(stranger, 'report', { body: { subject: { kind: 'episode', id }, reason: 'spam' } })
  const { items } = (await api.call(moderator, 'listQueue')).body as unknown as { items: { id: string }[] }
  const item = { at: { id: items[0]!.id } }
  const moderate = async (operationId: string, options = {}) => (await api.call(moderator, operationId, options)).status
  const admin = await createStaff(site, 'admin')
  const administer = async (operationId: string) => (await api.call(admin, operationId)).status
  const ask = async (operationId: string, options = {}) => (await api.call(creator, operationId, options)).status
  const statuses = {
    getAnalytics: await ask('getAnalytics'),
    keepForLater: await ask('keepForLater', { at: { episodeId: id } }),
    removeFromLater: await ask('removeFromLater', { at: { episodeId: id } }),
    clearHistory: await ask('clearHistory'),
    removeFromHistory: await ask('removeFromHistory', { at: { episodeId: id } }),
    like: await ask('like', { at: { id } }),
    followCreator: await ask('followCreator', { at: { uid: other.account.uid } }),
    listFollowedEpisodes: await ask('listFollowedEpisodes'),
    listFollowedCreators: await ask('listFollowedCreators'),
    unfollowCreator: await ask('unfollowCreator', { at: { uid: other.account.uid } }),
    listNotifications: await ask('listNotifications'),
    getNotificationSettings: await ask('getNotificationSettings'),
    getCreator: await ask('getCreator', { at: { uid } }),
    getVideo: await ask('getVideo', { at: { uid: video.uid! } }),
    findLikeFile: await ask('findLikeFile', { query: file }),
    listEpisodes: await ask('listEpisodes', { query: { trending: 'false', limit: '1' } }),
    getEpisode: await ask('getEpisode', { at: { id } }),
    listNextEpisodes: await ask('listNextEpisodes', { at: { id } }),
    listComments: await ask('listComments', { at: { id } }),
    listTopComments: await ask('listComments', { at: { id }, query: { sort: 'top' } }),
    listReplies: await ask('listReplies', comment),
    likeComment: await ask('likeComment', comment),
    unlikeComment: await ask('unlikeComment', comment),
    pinComment: await ask('pinComment', comment),
    unpinComment: await ask('unpinComment', comment),
    hideComment: await ask('hideComment', comment),
    showComment: await ask('showComment', comment),
    listNotes: await ask('listNotes', { at: { id }, query: { from: '0' } }),
    hideNote: await ask('hideNote', note),
    showNote: await ask('showNote', note),
    pinNote: await ask('pinNote', note),
    unpinNote: await ask('unpinNote', note),
    deleteNote: await ask('deleteNote', note),
    muteAccount: await ask('muteAccount', { at: { uid: stranger.account.uid } }),
    unmuteAccount: await ask('unmuteAccount', { at: { uid: stranger.account.uid } }),
    blockAccount: await ask('blockAccount', { at: { uid: stranger.account.uid } }),
    unblockAccount: await ask('unblockAccount', { at: { uid: stranger.account.uid } }),
    listOwnEpisodes: await ask('listOwnEpisodes'),
    unlike: await ask('unlike', { at: { id } }),
    listRules: await ask('listRules'),
    listReports: await ask('listReports'),
    listDecisions: await ask('listDecisions'),
    listQueue: await moderate('listQueue'),
    getItem: await moderate('getItem', item),
    claimItem: await moderate('claimItem', item),
    releaseItem: await moderate('releaseItem', item),
    listAccounts: await administer('listAccounts'),
    listAuditLog: await administer('listAuditLog'),
    listFailedJobs: await administer('listFailedJobs'),
    getOverview: await administer('getOverview'),
    listSubtitles: await ask('listSubtitles', { at: { id } }),
    getSubtitles: await ask('getSubtitles', text),
    listSubtitleVersions: await ask('listSubtitleVersions', { ...text, query: { against: '1' } }),
    restoreSubtitleVersion: await ask('restoreSubtitleVersion', { at: { ...text.at, n: '1' } }),
    deleteSubtitles: await ask('deleteSubtitles', text),
    listLines: await ask('listLines', { at: { id } }),
    getSeries: await ask('getSeries', { at: { id: series.id! } }),
    listSeries: await ask('listSeries', { at: { uid } }),
    listUnfinished: await ask('listUnfinished'),
    listHistory: await ask('listHistory', { query: { search: 'stars' } }),
    listWatchLater: await ask('listWatchLater'),
    listLikes: await ask('listLikes'),
    acceptCredit: await ask('acceptCredit', credit),
    declineCredit: await ask('declineCredit', credit),
    cancelReplacement: await ask('cancelReplacement', { at: { id, videoUid: replacement.uid! } }),
    removeSeriesPoster: await ask('removeSeriesPoster', { at: { id: series.id! } }),
    deleteSeries: await ask('deleteSeries', { at: { id: series.id! } }),
    getExport: await ask('getExport'),
    requestExport: await ask('requestExport'),
    listSessions: await ask('listSessions'),
    endOtherSessions: await ask('endOtherSessions'),
    getSession: await ask('getSession'),
    startPasskey: await ask('startPasskey'),
    startPasskeySignIn: await ask('startPasskeySignIn'),
    listPasskeys: await ask('listPasskeys'),
    getHealth: await ask('getHealth'),
    getReadiness: await ask('getReadiness'),
    getDescription: await ask('getDescription'),
  }
  const { getExport, requestExport, cancelReplacement, blockAccount, unblockAccount, ...rest } = statuses
  const {
    keepForLater,
    removeFromLater,
    clearHistory,
    removeFromHistory,
    removeSeriesPoster,
    deleteSeries,
    deleteSubtitles,
    acceptCredit,
    declineCredit,
    endOtherSessions,
    deleteNote,
    muteAccount,
    unmuteAccount,
    ...others
  } = rest
  const kept = [
    keepForLater,
    removeFromLater,
    clearHistory,
    removeFromHistory,
    removeSeriesPoster,
    deleteSeries,
    deleteSubtitles,
    acceptCredit,
    declineCredit,
    endOtherSessions,
    deleteNote,
    muteAccount,
    unmuteAccount,
  ]
  expect(new Set(kept)).toEqual(new Set([204]))
  expect({ getExport, requestExport, cancelReplacement, blockAccount, unblockAccount }).toEqual({
    getExport: 404,
    requestExport: 202,
    cancelReplacement: 204,
    blockAccount: 204,
    unblockAccount: 204,
  })
  expect(new Set(Object.values(others))).toEqual(new Set([200]))
  const { body: anonymous } = await api.call(createStranger(site.url), 'getSession')
  expect(anonymous).toBeNull()
  const { status, body } = await api.call(creator, 'listEpisodes', { query: { limit: '0' } })
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'request.invalid' })
})

test('uploads respond as described, by tus and by form', async () => {
  const creator = await createPerson(site.url, 'creator')
  const bytes = someBytes(10)
  const tus = { 'Tus-Resumable': '1.0.0' }
  async function requestUpload() {
    const { body } = await api.call(creator, 'createVideo', { body: { name: 'a.mp4', sizeBytes: bytes.length } })
    return { key: body.uploadURL!.split('/').at(-1)! }
  }

  const tusUpload = await requestUpload()
  expect(await api.call(creator, 'getUploadProtocol', { at: tusUpload })).toMatchObject({ status: 204 })
  expect(await api.call(creator, 'getUploadOffset', { at: tusUpload, headers: tus })).toMatchObject({ status: 200 })
  const headers = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
  const chunk = { at: tusUpload, headers, body: bytes.subarray(0, 4) }
  expect(await api.call(creator, 'sendPiece', chunk)).toMatchObject({ status: 204 })
  expect(await api.call(creator, 'sendPiece', chunk)).toMatchObject({
    status: 409,
    body: { code: 'video.upload_offset' },
  })
  expect(await api.call(creator, 'cancelUpload', { at: tusUpload, headers: tus })).toMatchObject({ status: 204 })
  expect(await api.call(creator, 'getUploadOffset', { at: tusUpload, headers: tus })).toMatchObject({ status: 404 })

  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.mp4')
  const sent = await api.call(creator, 'sendForm', { at: await requestUpload(), body: form })
  expect(sent).toMatchObject({ status: 200, body: { sizeBytes: bytes.length } })
})
