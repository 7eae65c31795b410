# syntax=docker/dockerfile:1
# Keycloak with our login pages, built for PostgreSQL as the operator starts it:
#   docker build -f docker/keycloak.Dockerfile --build-arg KEYCLOAK_IMAGE=quay.io/keycloak/keycloak:26.7@sha256:… .
ARG KEYCLOAK_IMAGE
FROM ${KEYCLOAK_IMAGE:?an image of Keycloak by digest}
COPY dev/keycloak/theme /opt/keycloak/themes
RUN /opt/keycloak/bin/kc.sh build --db=postgres --health-enabled=true --metrics-enabled=true
