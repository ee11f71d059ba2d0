import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { addRequestMetrics } from './request-metrics.ts'

test('requests are counted by method, route and status, and their times fall into cumulative buckets', async () => {
  const register = new Registry()
  const observe = addRequestMetrics(register)
  const page = { method: 'GET', route: '/explore', status: 200 }
  for (const seconds of [0.005, 0.0051, 0.25, 31]) observe({ ...page, seconds })
  observe({ ...page, status: 304, seconds: 1 })
  observe({ method: 'BREW', route: '*', status: 405, seconds: 0 })
  const lines = (await register.metrics()).split('\n')
  expect(lines.filter((line) => line.startsWith('hoshi_http_requests_total'))).toEqual([
    'hoshi_http_requests_total{method="GET",route="/explore",status="200"} 4',
    'hoshi_http_requests_total{method="GET",route="/explore",status="304"} 1',
    'hoshi_http_requests_total{method="other",route="*",status="405"} 1',
  ])
  const durations = 'hoshi_http_request_duration_seconds'
  expect(lines).toContain(`# TYPE ${durations} histogram`)
  const bucket = (le: string) => {
    const start = `${durations}_bucket{le="${le}",method="GET",route="/explore"} `
    return lines.find((line) => line.startsWith(start))?.slice(start.length)
  }
  expect(['0.005', '0.02', '0.1', '0.25', '0.5', '1', '30', '+Inf'].map(bucket)).toEqual([
    ...['1', '2', '2', '3', '3', '4', '4', '5'],
  ])
  expect(lines).toContain(`${durations}_count{method="GET",route="/explore"} 5`)
  expect(lines).toContain(`${durations}_sum{method="other",route="*"} 0`)
})
