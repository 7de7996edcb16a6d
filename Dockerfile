# The course in a container, for one machine or for JupyterHub (CLASSROOM.md). Build: docker build -t sevens-course .
# Run: docker run --rm --read-only --tmpfs /tmp --cap-drop ALL -p 8866:8866 sevens-course
# For a hub: the same image, with the command  python -m classroom.hub
# The exact version of Python is pinned; pin its digest as well where your registry shows it.
FROM python:3.11.14-slim-bookworm AS build

WORKDIR /course
RUN python -m venv /opt/course
ENV PATH=/opt/course/bin:$PATH PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# The packages first: they change less often than the lessons, and the layer is kept.
COPY requirements.lock ./
COPY classroom/hub/requirements.txt classroom/hub/
RUN pip install --no-deps -r requirements.lock -r classroom/hub/requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY sevens_kernel sevens_kernel
COPY widgets widgets
COPY classroom classroom
COPY notebooks notebooks
RUN pip install --no-deps --no-build-isolation --editable . && python -m compileall -q /opt/course /course


FROM python:3.11.14-slim-bookworm

# Nobody in the container can change the course or become root.
RUN useradd --uid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin learner
COPY --from=build /opt/course /opt/course
COPY --from=build /course /course
# All that is written at run time goes to /tmp, so that the file system may be read-only.
ENV PATH=/opt/course/bin:$PATH PYTHONDONTWRITEBYTECODE=1 \
    HOME=/tmp JUPYTER_RUNTIME_DIR=/tmp/jupyter JUPYTER_DATA_DIR=/tmp/jupyter-data \
    JUPYTER_CONFIG_DIR=/tmp/jupyter-config IPYTHONDIR=/tmp/ipython
WORKDIR /course
USER 10001
EXPOSE 8866
HEALTHCHECK --interval=30s --start-period=20s --timeout=5s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8866/', timeout=4)"]
CMD ["python", "-m", "classroom", "serve", "--host", "0.0.0.0"]
