# Three stages: build the screens, leave out what only the build needs, and an image with neither npm nor a compiler.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# Before the sources, so that a change of these installs nothing again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# The packages that the running server imports. Those that build are dependencies too, as npm start builds.
FROM build AS packages
RUN npm pkg delete devDependencies dependencies.vite dependencies.@react-router/dev \
  && npm prune --omit=dev --omit=peer

FROM debian:bookworm-slim
# util-linux confines ffmpeg, opentype-sanitizer checks fonts of subtitles, tini ends what a killed ffmpeg leaves behind.
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    ca-certificates ffmpeg fontconfig fonts-dejavu-core opentype-sanitizer tini util-linux \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --system --gid 10001 hoshi \
  && useradd --system --uid 10001 --gid hoshi --home-dir /data --shell /usr/sbin/nologin hoshi \
  && install -d -o hoshi -g hoshi -m 0750 /data
WORKDIR /app
# All of it belongs to root, so that the server cannot change what it runs.
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json LICENSE ./
COPY src src
COPY db db
COPY demo demo
COPY deploy/container deploy/container

# A process outside can reach it only on all addresses; Hoshi then wants to know its PUBLIC_URL.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_PORT=3001 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000 3001
# A first start migrates the database before it answers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node_modules/.bin/node", "deploy/container/healthcheck.mjs"]
ENTRYPOINT ["tini", "--"]
CMD ["node_modules/.bin/node", "src/server/main.ts"]
