// Sends a body with the fetch of the Node that runs this file, again and again, and prints what it read each time.
const { url, method, headers, start = '', bytes, end = '', tries } = JSON.parse(process.argv[2])
const body = Buffer.concat([Buffer.from(start), Buffer.alloc(bytes), Buffer.from(end)])
const read = []
for (let n = 0; n < tries; n++) {
  try {
    const response = await fetch(url, { method, headers, body })
    read.push({ status: response.status, body: await response.text() })
  } catch (error) {
    read.push({ error: `${error} ${error.cause ?? ''}` })
  }
}
process.stdout.write(JSON.stringify(read))
