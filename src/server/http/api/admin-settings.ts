import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { moderationModes, type SiteSettings } from '#administration/site/site-settings.ts'
import type { Hoshi } from '#app/http/context.ts'
import { commentPolicies } from '#engagement/comments/comment-policy.ts'
import { signUpModes } from '#identity/sign-up-gate.ts'
import { settingsChangeExample, settingsExample } from './examples/admin.ts'
import { apiRouter, ensureSignedIn, jsonBody, jsonResponse, recentlySignedIn, signedIn } from './router.ts'

const fields = {
  announcement: z.string().describe('Plain text on top of every page, at most 300 characters; empty for none'),
  signUp: z.enum(signUpModes).describe('Who may sign up: everyone, people with an invitation, nobody'),
  moderation: z
    .enum(moderationModes)
    .describe('`hold` keeps new episodes from others until their pictures were checked or a moderator has decided'),
  commentPolicy: z.enum(commentPolicies).describe("Which comments wait for the episode's creator; `closed` takes none"),
}

const siteSettings = z.object(fields).meta({ id: 'SiteSettings' })

function serializeSettings({ announcement, signUp, moderation, commentPolicy }: SiteSettings) {
  return { announcement, signUp, moderation, commentPolicy }
}

/** Settings of the site, for admins; `app.server.ts` answers everyone else with 404, before these are asked. */
export function adminSettingsRoutes({ administration }: Hoshi) {
  return apiRouter({ announcement: 'moderation.announcement_invalid' })
    .openapi(
      createRoute({
        method: 'get',
        path: '/admin/settings',
        operationId: 'getSettings',
        tags: ['Administration'],
        ...signedIn,
        summary: 'Settings of the site',
        description: 'At most a second old. For admins; 404 for everyone else.',
        responses: jsonResponse(200, siteSettings, 'The settings', settingsExample),
      }),
      async (c) => c.json(serializeSettings(await administration.settings.read()), 200),
    )
    .openapi(
      createRoute({
        method: 'patch',
        path: '/admin/settings',
        operationId: 'changeSettings',
        tags: ['Administration'],
        ...recentlySignedIn,
        summary: 'Change settings of the site',
        description:
          'Changes the given settings on every node within a second; the audit log gets an entry with what changed. ' +
          'Requires a sign-in of at most 10 minutes ago (403). For admins; 404 for everyone else.',
        request: jsonBody(z.strictObject(fields).partial(), settingsChangeExample),
        responses: jsonResponse(200, siteSettings, 'The settings now', {
          ...settingsExample,
          ...settingsChangeExample,
        }),
      }),
      async (c) => {
        const actor = ensureSignedIn(c.var.account)
        return c.json(serializeSettings(await administration.settings.change(actor, c.req.valid('json'))), 200)
      },
    )
}
